//! A small classifier for prose that persuades: a linear model over the facts of a sentence and its
//! neighbours and a closed list of words. Integers only, so that the same text has the same score on
//! every machine. `cargo xtask train scan` makes the weights.
//!
//! It sees no names, no addresses and no rare words: those are what one would remember instead of
//! learn.

mod features;
mod model;

pub(crate) use features::{Window, windows};
pub use model::Model;
