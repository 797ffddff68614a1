//! The variables that a user gives one skill: `skills.entries.<name>.env`, and `apiKey` for the variable
//! that the skill says its key goes into.
//!
//! They are values that are handed to the commands of that skill and to nothing else. The process's own
//! environment is never changed, so there is nothing to put back and nobody else sees them.

use crate::host::Host;
use crate::setting_key;
use crate::settings::Settings;

/// The variables of one skill.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct SkillEnvironment {
    /// Names and values.
    pub(crate) variables: Vec<(String, String)>,
    /// The names of those that are refused.
    pub(crate) refused: Vec<String>,
}

/// Names without values: those may be secrets.
impl std::fmt::Debug for SkillEnvironment {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.variables.iter().map(|(name, _)| name.as_str()).collect();
        write!(out, "SkillEnvironment {{ {names:?}, refused: {:?} }}", self.refused)
    }
}

impl SkillEnvironment {
    /// Of the skill that settings know by `key`. What the user has set in the environment anyway counts
    /// before what the settings say.
    pub(crate) fn of(
        key: &str,
        primary_env: Option<&str>,
        settings: &Settings,
        host: &Host,
    ) -> Self {
        let entry = ["skills", "entries", key];
        let mut environment = Self::default();
        let own = settings.below(&[&entry[..], &["env"]].concat());
        let own = own.into_iter().filter_map(|(name, set)| Some((name, set.value.as_text()?)));
        let api_key = settings.text(&setting_key::join(&[&entry[..], &["apiKey"]].concat()));
        let primary = primary_env.zip(api_key.filter(|key| !key.is_empty()));
        for (name, value) in own.chain(primary) {
            if environment.variables.iter().any(|(known, _)| known == name) {
                continue;
            }
            match is_refused(name) || value.contains('\0') {
                true => environment.refused.push(name.to_owned()),
                false => {
                    let value = host.variable(name).unwrap_or(value);
                    environment.variables.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        environment
    }
}

/// Whether a variable is never given to a skill's commands: it would make a program load or run something
/// else, or look for its files elsewhere, or it is how agents and this program are told where things are.
pub(crate) fn is_refused(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let named = !name.is_empty()
        && name.bytes().all(plain)
        && !name.starts_with(|first: char| first.is_ascii_digit());
    if !named {
        return true;
    }
    let upper = name.to_ascii_uppercase();
    BEGINNINGS.iter().any(|beginning| upper.starts_with(beginning))
        || NAMES.contains(&upper.as_str())
}

/// How refused variables begin.
const BEGINNINGS: [&str; 18] = [
    "LD_",
    "DYLD_",
    "GCONV_",
    "MALLOC_",
    "GLIBC_",
    "BASH_",
    "ZSH_",
    "PYTHON",
    "PERL5",
    "RUBY",
    "GIT_",
    "NODE_",
    "NPM_CONFIG_",
    "DOTNET_",
    "JAVA_",
    "_JAVA_",
    "XDG_",
    "PROWESS_",
];

/// Refused variables.
const NAMES: [&str; 46] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "PWD",
    "OLDPWD",
    "TMPDIR",
    "IFS",
    "ENV",
    "CDPATH",
    "FPATH",
    "ZDOTDIR",
    "GLOBIGNORE",
    "SHELLOPTS",
    "BASHOPTS",
    "PROMPT_COMMAND",
    "PS4",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "LESSOPEN",
    "LESSCLOSE",
    "BROWSER",
    "LOCPATH",
    "NLSPATH",
    "HOSTALIASES",
    "LOCALDOMAIN",
    "RES_OPTIONS",
    "RESOLV_HOST_CONF",
    "GETCONF_DIR",
    "TERMINFO",
    "TERMINFO_DIRS",
    "TERMCAP",
    "OPENSSL_CONF",
    "OPENSSL_MODULES",
    "SSLKEYLOGFILE",
    "SSH_AUTH_SOCK",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "CLASSPATH",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "OPENCODE_CONFIG_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loader_and_host_variables_are_refused() {
        let refused = [
            "LD_PRELOAD",
            "ld_preload",
            "DYLD_INSERT_LIBRARIES",
            "BASH_ENV",
            "ENV",
            "PATH",
            "HOME",
            "PYTHONPATH",
            "NODE_OPTIONS",
            "GIT_SSH_COMMAND",
            "PERL5OPT",
            "PERL5LIB",
            "RUBYOPT",
            "JAVA_TOOL_OPTIONS",
            "_JAVA_OPTIONS",
            "PROMPT_COMMAND",
            "IFS",
            "XDG_CONFIG_HOME",
            "CLAUDE_CONFIG_DIR",
            "PROWESS_X",
            "",
            "A B",
            "A=B",
            "1A",
            "Ä",
        ];
        for name in refused {
            assert!(is_refused(name), "{name}");
        }
        for name in ["GITHUB_TOKEN", "OPENAI_API_KEY", "gh_token", "_X", "HOMEPAGE", "PATHS"] {
            assert!(!is_refused(name), "{name}");
        }
    }

    #[test]
    fn a_skill_is_given_its_own() {
        let mut settings = Settings::default();
        for set in [
            "skills.entries.gh.env.ONE='1'",
            "skills.entries.gh.env.TWO='2'",
            "skills.entries.gh.env.LD_PRELOAD='/tmp/x.so'",
            "skills.entries.gh.apiKey='key'",
            "skills.entries.other.env.THREE='3'",
        ] {
            settings.set(set).unwrap();
        }
        let mut host = Host::new("/home", "/home");
        host.env.insert("TWO".to_owned(), "of the user".to_owned());
        let pairs = |environment: &SkillEnvironment| -> Vec<String> {
            environment.variables.iter().map(|(name, value)| format!("{name}={value}")).collect()
        };
        let found = SkillEnvironment::of("gh", Some("GH_TOKEN"), &settings, &host);
        assert_eq!(pairs(&found), ["ONE=1", "TWO=of the user", "GH_TOKEN=key"]);
        assert_eq!(found.refused, ["LD_PRELOAD"]);
        assert!(!format!("{found:?}").contains("key"), "{found:?}");
        // The key goes where the skill says, once; what is said twice counts as it was said first.
        assert!(
            !pairs(&SkillEnvironment::of("gh", None, &settings, &host)).join(" ").contains("key")
        );
        let twice = SkillEnvironment::of("gh", Some("ONE"), &settings, &host);
        assert_eq!(pairs(&twice), ["ONE=1", "TWO=of the user"]);
        assert_eq!(
            SkillEnvironment::of("none", None, &settings, &host),
            SkillEnvironment::default()
        );
    }
}
