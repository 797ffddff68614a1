//! The documented cases of the seed systems, each under its profile.
