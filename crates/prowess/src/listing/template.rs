//! Templates: the one file that knows the template engine.
//!
//! Nothing is escaped on its own, there are no filters, no files, no includes; loops and nesting are
//! bounded. A variable that does not exist is an error, which a profile's check finds.

use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

/// Steps a template may take whatever it lists.
const BASE_FUEL: u64 = 10_000;

/// Steps it may take for each skill.
const FUEL_PER_SKILL: u64 = 1_000;

/// Levels of nesting.
const RECURSION: usize = 16;

const NAME: &str = "template";

/// A template that compiles.
#[derive(Debug)]
pub(crate) struct Template<'a> {
    environment: Environment<'a>,
}

impl<'a> Template<'a> {
    /// Compiles a template for so many skills at most; the reason where it is none.
    pub(crate) fn new(source: &'a str, most: usize) -> Result<Self, String> {
        let mut environment = Environment::empty();
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_recursion_limit(RECURSION);
        environment.set_fuel(Some(BASE_FUEL + FUEL_PER_SKILL * most as u64));
        environment.add_template(NAME, source).map_err(|error| error.to_string())?;
        Ok(Self { environment })
    }

    /// The text for what there is to say; each field of it is a variable.
    pub(crate) fn render(&self, said: &impl Serialize) -> Result<String, String> {
        let template = self.environment.get_template(NAME).map_err(|error| error.to_string())?;
        let text = template.render(said).map_err(|error| error.to_string())?;
        Ok(text.trim_end_matches('\n').to_owned())
    }
}
