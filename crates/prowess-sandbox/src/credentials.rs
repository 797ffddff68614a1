//! Where credentials lie, for callers to mask.

use std::fs;
use std::path::{Path, PathBuf};

/// Below a home directory. A `*` at the end stands for every name that begins so.
const HOME: &[&str] = &[
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".config/gcloud",
    ".config/doctl",
    ".config/hcloud",
    ".kube",
    ".docker",
    ".config/containers/auth.json",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".yarnrc.yml",
    ".pypirc",
    ".config/pip/pip.conf",
    ".config/pypoetry/auth.toml",
    ".gem/credentials",
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".gradle/gradle.properties",
    ".composer/auth.json",
    ".config/composer/auth.json",
    ".cargo/credentials*",
    ".git-credentials",
    ".config/git/credentials",
    ".config/gh",
    ".config/glab-cli",
    ".config/hub",
    ".config/op",
    ".op",
    ".config/Bitwarden CLI",
    ".config/rclone",
    ".s3cfg",
    ".boto",
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    ".vault-token",
    ".terraform.d",
    ".terraformrc",
    ".password-store",
    ".local/share/password-store",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".config/sops",
    ".config/age",
    // Agents.
    ".claude/.credentials.json",
    ".claude.json",
    ".codex/auth.json",
    ".gemini/oauth_creds.json",
    ".gemini/google_accounts.json",
    ".gemini/.env",
    ".config/github-copilot",
    ".local/share/opencode/auth.json",
    ".config/goose/secrets.yaml",
    ".config/anthropic",
    ".config/openai",
    ".huggingface/token",
    ".cache/huggingface/token",
    // Browsers and mail.
    ".mozilla",
    ".thunderbird",
    ".config/google-chrome",
    ".config/chromium",
    ".config/BraveSoftware",
    ".config/microsoft-edge",
    ".config/vivaldi",
    ".config/opera",
    "snap/firefox",
    "snap/chromium",
    ".var/app/org.mozilla.firefox",
    // What was typed.
    ".bash_history",
    ".zsh_history",
    ".zhistory",
    ".histfile",
    ".local/share/fish/fish_history",
    ".python_history",
    ".node_repl_history",
    ".psql_history",
    ".mysql_history",
    ".sqlite_history",
    ".lesshst",
    ".viminfo",
    // What opens a display, or stands for the user on the bus.
    ".Xauthority",
    ".ICEauthority",
    ".dbus",
];

/// Of the machine.
const SYSTEM: &[&str] = &[
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh/ssh_host_dsa_key",
    "/etc/ssh/ssh_host_ecdsa_key",
    "/etc/ssh/ssh_host_ed25519_key",
    "/etc/ssh/ssh_host_rsa_key",
    "/etc/ssl/private",
    "/etc/pki/tls/private",
    "/etc/krb5.keytab",
    "/etc/docker/key.json",
    "/etc/kubernetes",
    "/etc/rancher",
    "/etc/letsencrypt",
    "/etc/wireguard",
    "/etc/openvpn",
    "/etc/NetworkManager/system-connections",
    "/etc/wpa_supplicant",
    "/etc/ppp/chap-secrets",
    "/etc/ppp/pap-secrets",
    "/etc/security/opasswd",
    "/etc/mysql/debian.cnf",
    "/etc/apt/auth.conf",
    "/etc/cups/ssl",
];

/// The usual places of keys, tokens, browsers' profiles and histories, of a home and of the machine:
/// those that are there. A list never holds all of them; what must not be read is best kept out of
/// [`Access`](crate::Access) altogether.
pub fn credential_paths(home: &Path) -> Vec<PathBuf> {
    let paths = HOME.iter().map(|path| home.join(path)).chain(SYSTEM.iter().map(PathBuf::from));
    let mut found: Vec<PathBuf> = paths.flat_map(|path| expand(&path)).collect();
    found.sort();
    found
}

/// The path if it is there, or with a star at its end all that it stands for.
fn expand(path: &Path) -> Vec<PathBuf> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some((start, directory)) = name.strip_suffix('*').zip(path.parent()) else {
        return path.symlink_metadata().map(|_| path.to_owned()).into_iter().collect();
    };
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let fits = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(start);
    entries.filter(fits).map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_named() {
        let home = tempfile::tempdir().unwrap();
        for path in [".ssh", ".config/gh", ".cargo"] {
            fs::create_dir_all(home.path().join(path)).unwrap();
        }
        for path in [".cargo/credentials.toml", ".cargo/credentials", ".cargo/config.toml"] {
            fs::write(home.path().join(path), "").unwrap();
        }
        let mut found = credential_paths(home.path());
        found.retain(|path| path.starts_with(home.path()));
        let expected = [".cargo/credentials", ".cargo/credentials.toml", ".config/gh", ".ssh"];
        assert_eq!(found, expected.map(|path| home.path().join(path)));
    }
}
