//! The Skills extension of MCP (`io.modelcontextprotocol/skills`, SEP-2640): three methods beside resources.

pub(crate) mod directory;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod types;

use rmcp::ErrorData;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The name of the extension.
pub(crate) const NAME: &str = "io.modelcontextprotocol/skills";

/// The parameters of a method, where they are what they have to be.
pub(crate) fn parameters<T: DeserializeOwned + Default>(
    params: Option<Value>,
) -> Result<T, ErrorData> {
    match params {
        None | Some(Value::Null) => Ok(T::default()),
        Some(params) => serde_json::from_value(params)
            .map_err(|error| ErrorData::invalid_params(error.to_string(), None)),
    }
}

/// A result of ours as the protocol's.
pub(crate) fn value(result: &impl Serialize) -> Result<Value, ErrorData> {
    serde_json::to_value(result).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}
