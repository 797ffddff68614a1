//! Scenarios on which real agents are asked which skills they load, and their answers.
//!
//! `cargo xtask oracles` makes each [`Scenario`] on disk, asks the real programs and writes a
//! [`Vector`] for each answer; the tests make the same scenario and ask the engine.

mod sandbox;
mod scenario;
mod vector;

pub use scenario::{AgentHome, Scenario, agent_homes, scenarios};
pub use vector::{Listed, Vector, read_vectors, with_fills};
