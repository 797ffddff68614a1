//! The engine as MCP.
