//! The `[listing]` table of a profile: how the skills are shown to a model.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::budget::Budget;
use super::note::NoteRules;
use super::overrides::Overrides;
use super::share::Share;
use super::step::Step;
use super::truncate::Unit;

/// How the skills are shown to a model.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ListingRules {
    /// Where the text goes.
    pub place: Place,
    /// The text: a template over `skills`, each with `name`, `description`, `location`, `directory`,
    /// `version`, `emoji` and `fork`, and over `roots`, each with `alias` and `path`, of which there
    /// are any in the step `aliases` only. A block alone on its line leaves no line behind.
    pub template: String,
    /// What stands there where there are no skills; nothing, unless the agent says something.
    pub empty: String,
    /// What is said where a new list takes the place of one that was given before: a template over
    /// `listing`, the new list.
    pub superseded: String,
    /// What is said where there are no skills any more, and a list of some was given before.
    pub withdrawn: String,
    /// The text of skills that are pinned: a template over `skills`, each with `name`, `directory`
    /// and `body`. They take the place of the list.
    pub preloaded: String,
    /// The fields that are escaped as HTML is, quotes too. In the others only the tags of the template
    /// itself are made harmless.
    pub escape: Vec<Field>,
    /// What becomes of descriptions.
    pub description: DescriptionRules,
    /// Which path is shown.
    pub location: Location,
    /// The order, which says nothing about precedence.
    pub sort: Sort,
    /// A skill without a description is not shown.
    pub require_description: bool,
    /// The list is shown only where the agent offers this tool; it does where that is not known.
    pub needs_tool: Option<String>,
    /// How long the text may be where nobody says.
    pub budget: Budget,
    /// The same as a share of the model's context window; it comes before `budget` where the window is
    /// known or taken to be known.
    pub share: Option<Share>,
    /// How many skills are listed at most.
    pub max_skills: Option<usize>,
    /// The steps in which the text is made shorter, in this order.
    pub ladder: Vec<Step>,
    /// What the text says about what is missing in it.
    pub note: NoteRules,
    /// Who asks for a listing is warned where descriptions are shorter by more than this on average.
    pub warn_shortened_by: Option<usize>,
    /// Where users of the agent say otherwise.
    pub overrides: Overrides,
    /// What they say and cannot be used.
    #[serde(skip)]
    pub(crate) unusable: Vec<String>,
    /// Other forms the agent has for the same list.
    pub variants: BTreeMap<String, Variant>,
}

impl Default for ListingRules {
    fn default() -> Self {
        Self {
            place: Place::SystemPrompt,
            template: PLAIN.to_owned(),
            empty: String::new(),
            superseded: SUPERSEDED.to_owned(),
            withdrawn: WITHDRAWN.to_owned(),
            preloaded: PRELOADED.to_owned(),
            escape: Vec::new(),
            description: DescriptionRules::default(),
            location: Location::Found,
            sort: Sort::Name,
            require_description: false,
            needs_tool: None,
            budget: Budget::Unlimited,
            share: None,
            max_skills: None,
            ladder: Step::usual(),
            note: NoteRules::default(),
            warn_shortened_by: None,
            overrides: Overrides::default(),
            unusable: Vec::new(),
            variants: BTreeMap::new(),
        }
    }
}

/// A line for each skill.
const PLAIN: &str = "\
{% for skill in skills %}
- {{ skill.name }}{{ ': ' ~ skill.description if skill.description else '' }}
{% endfor %}
";

/// The agents that announce a new list are known to say that it supersedes the old one; the words are ours.
const SUPERSEDED: &str = "\
The skills that are available have changed. This list supersedes every earlier list of skills:

{{ listing }}
";

/// The same where there is nothing left.
const WITHDRAWN: &str =
    "The skills that were listed earlier are no longer available, and there are no others.";

/// The bodies of pinned skills, as omp has them.
const PRELOADED: &str = "\
<preloaded_skills>
These skills are already loaded in full; follow those that apply.
{% for skill in skills %}
<skill name=\"{{ skill.name }}\">
{{ skill.body }}
</skill>
{% endfor %}
</preloaded_skills>
";

/// Another form of a list: what it says in place of the `[listing]` table.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variant {
    /// Its template.
    pub template: String,
    /// The fields that are escaped, where they are not the same.
    #[serde(default)]
    pub escape: Option<Vec<Field>>,
    /// What stands there where there are no skills, where that is not the same.
    #[serde(default)]
    pub empty: Option<String>,
}

/// Where a listing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Into the system prompt.
    SystemPrompt,
    /// Into the description of the tool that loads skills.
    ToolDescription,
    /// Into a section of a prompt that others write.
    Section,
}

/// A field of a skill in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The name.
    Name,
    /// The description.
    Description,
    /// The path of its file.
    Location,
    /// Its directory.
    Directory,
    /// Its version.
    Version,
    /// Its picture.
    Emoji,
}

/// What becomes of descriptions.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DescriptionRules {
    /// The longest a description may be, ellipsis included.
    pub cap: Option<usize>,
    /// What that counts.
    pub unit: Unit,
    /// What ends a description that was shortened.
    pub ellipsis: String,
    /// In the step `shortened`: a description shorter than this says nothing, so names alone are better.
    pub shortest: usize,
    /// In that step: how much of a description is left at most.
    pub longest: Option<usize>,
    /// What is appended to it before it is measured.
    pub append: Vec<Appended>,
    /// What stands between it and what is appended.
    pub joiner: String,
    /// Line breaks and runs of spaces become one space.
    pub one_line: bool,
}

impl Default for DescriptionRules {
    fn default() -> Self {
        Self {
            cap: None,
            unit: Unit::Chars,
            ellipsis: "...".to_owned(),
            shortest: 20,
            longest: None,
            append: Vec::new(),
            joiner: " ".to_owned(),
            one_line: false,
        }
    }
}

/// A field of the frontmatter that is appended to the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Appended {
    /// `when_to_use`, in any spelling.
    WhenToUse,
}

/// Which path is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Location {
    /// The one it was found at.
    Found,
    /// The one that is left when links are followed.
    Resolved,
}

/// The order of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// By name, then by path.
    Name,
    /// By name in lowercase, then by name, then by path.
    FoldedName,
    /// What comes with the agent, then what whoever runs the machine set up, then the project's, then
    /// the user's, then the rest; each by name, then by path.
    Scope,
    /// As they were found; a skill that replaces an earlier one of its name has that one's place.
    Discovery,
}
