//! Builders, fixtures and generated skills.
