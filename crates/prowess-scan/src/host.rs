//! Hosts: which ones are known, which secret belongs to which, and which are a skill's own.

use core::net::Ipv4Addr;

use crate::reading::Reading;

/// What a host is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Host {
    /// No host is named.
    None,
    /// This machine, a private network, a placeholder.
    Local,
    /// Known for the installer that is fetched from it.
    Installer,
    /// A service many people use.
    Vendor,
    /// Where anybody can publish code.
    Code,
    /// Nobody vouches for it.
    Unknown,
}

/// Hosts whose installers are piped into a shell by their own documentation.
const INSTALLERS: &[&str] = &[
    "sh.rustup.rs",
    "get.docker.com",
    "brew.sh",
    "bun.sh",
    "bun.com",
    "deno.land",
    "astral.sh",
    "install.python-poetry.org",
    "get.sdkman.io",
    "get.volta.sh",
    "fnm.vercel.app",
    "starship.rs",
    "get.pnpm.io",
    "deb.nodesource.com",
    "rpm.nodesource.com",
    "tailscale.com",
    "ollama.com",
    "ollama.ai",
    "cli.github.com",
    "get.helm.sh",
    "fly.io",
    "foundry.paradigm.xyz",
    "cursor.com",
    "claude.ai",
    "opencode.ai",
    "openclaw.ai",
    "pixi.sh",
    "mise.run",
    "mise.jdx.dev",
    "railway.app",
    "railway.com",
    "cli.run.nu",
    "get.k3s.io",
    "sh.uv.dev",
    "packages.microsoft.com",
    "apt.llvm.org",
    "install.determinate.systems",
    "nixos.org",
    "get.nexte.st",
    "ohmyz.sh",
    "install.cat",
    "direnv.net",
    "sdk.cloud.google.com",
    "dl.google.com",
    "get.haskellup.org",
    "get-ghcup.haskell.org",
    "raw.githubusercontent.com/nvm-sh",
    "raw.githubusercontent.com/homebrew",
    "raw.githubusercontent.com/rupa",
    "raw.githubusercontent.com/ohmyzsh",
    "raw.githubusercontent.com/pyenv",
    "pyenv.run",
    "install.meteor.com",
    "release.solana.com",
    "release.anza.xyz",
    "aka.ms",
    "dot.net",
    "community.chocolatey.org",
    "chocolatey.org",
    "get.scoop.sh",
    "scoop.sh",
    "supabase.com",
    "vercel.com",
    "netlify.com",
    "get.pulumi.com",
    "sentry.io",
    "fluxcd.io",
    "code-server.dev",
    "just.systems",
    "zed.dev",
    "warp.dev",
    "gitpod.io",
    "dagger.io",
    "dl.dagger.io",
    "moonrepo.dev",
    "encore.dev",
    "temporal.download",
    "get.wasmer.io",
    "wasmtime.dev",
    "install.duckdb.org",
    "clickhouse.com",
    "micro.mamba.pm",
    "repo.anaconda.com",
    "bootstrap.pypa.io",
    "packages.example",
];

/// Services many people use: their own names are enough.
const VENDORS: &[&str] = &[
    "anthropic.com",
    "openai.com",
    "googleapis.com",
    "google.com",
    "microsoft.com",
    "azure.com",
    "amazonaws.com",
    "aws.amazon.com",
    "cloudflare.com",
    "stripe.com",
    "slack.com",
    "twilio.com",
    "sendgrid.com",
    "notion.com",
    "notion.so",
    "linear.app",
    "atlassian.net",
    "atlassian.com",
    "airtable.com",
    "hubapi.com",
    "hubspot.com",
    "shopify.com",
    "salesforce.com",
    "zoom.us",
    "discord.com",
    "telegram.org",
    "facebook.com",
    "twitter.com",
    "x.com",
    "linkedin.com",
    "reddit.com",
    "apple.com",
    "paypal.com",
    "huggingface.co",
    "replicate.com",
    "elevenlabs.io",
    "deepgram.com",
    "mistral.ai",
    "cohere.ai",
    "cohere.com",
    "groq.com",
    "together.xyz",
    "openrouter.ai",
    "perplexity.ai",
    "tavily.com",
    "exa.ai",
    "firecrawl.dev",
    "serper.dev",
    "serpapi.com",
    "brave.com",
    "datadoghq.com",
    "sentry.io",
    "posthog.com",
    "mixpanel.com",
    "amplitude.com",
    "segment.com",
    "segment.io",
    "pagerduty.com",
    "newrelic.com",
    "grafana.com",
    "grafana.net",
    "mongodb.com",
    "mongodb.net",
    "supabase.co",
    "firebaseio.com",
    "neon.tech",
    "upstash.io",
    "pinecone.io",
    "digitalocean.com",
    "vercel.com",
    "netlify.com",
    "render.com",
    "heroku.com",
    "fly.io",
    "docker.com",
    "docker.io",
    "figma.com",
    "dropbox.com",
    "dropboxapi.com",
    "box.com",
    "asana.com",
    "trello.com",
    "clickup.com",
    "monday.com",
    "zendesk.com",
    "intercom.io",
    "mailgun.net",
    "postmarkapp.com",
    "resend.com",
    "wikipedia.org",
    "wikimedia.org",
    "arxiv.org",
    "nih.gov",
    "nasa.gov",
    "sec.gov",
    "w3.org",
    "mozilla.org",
    "python.org",
    "pytorch.org",
    "nvidia.com",
    "conda.io",
    "anaconda.org",
    "debian.org",
    "ubuntu.com",
    "kubernetes.io",
    "hashicorp.com",
    "terraform.io",
    "circleci.com",
    "travis-ci.com",
    "sonarcloud.io",
    "snyk.io",
    "virustotal.com",
    "shodan.io",
    "coingecko.com",
    "binance.com",
    "coinbase.com",
    "etherscan.io",
    "infura.io",
    "alchemy.com",
    "polymarket.com",
    "hyperliquid.xyz",
    "weather.gov",
    "openweathermap.org",
    "wttr.in",
    "open-meteo.com",
    "spotify.com",
    "youtube.com",
    "ytimg.com",
    "vimeo.com",
    "tiktok.com",
    "instagram.com",
    "whatsapp.com",
    "pushover.net",
    "baidu.com",
    "aliyun.com",
    "aliyuncs.com",
    "tencent.com",
    "qq.com",
    "feishu.cn",
    "larksuite.com",
    "dingtalk.com",
    "bilibili.com",
    "deepseek.com",
    "moonshot.cn",
    "volces.com",
    "volcengine.com",
    "minimax.io",
    "fal.ai",
    "fal.run",
    "stability.ai",
    "runwayml.com",
    "cloudinary.com",
    "algolia.net",
    "auth0.com",
    "okta.com",
    "crossref.org",
    "semanticscholar.org",
    "zotero.org",
    "todoist.com",
    "ticktick.com",
    "home-assistant.io",
    "packages.example",
];

/// Registries of packages, by the name and the end of their hosts.
const REGISTRIES: &[(&str, &str)] = &[
    ("npmjs", "com"),
    ("npmjs", "org"),
    ("npmmirror", "com"),
    ("pypi", "org"),
    ("rubygems", "org"),
    ("crates", "io"),
];

/// Where anybody publishes.
const CODE: &[&str] = &[
    "github.com",
    "githubusercontent.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "gist.github.com",
    "sourceforge.net",
    "jsdelivr.net",
    "unpkg.com",
    "esm.sh",
    "sr.ht",
    "github.io",
];

/// Secrets by the names of their variables, and what their hosts are called.
const OWNERS: &[(&str, &[&str])] = &[
    ("github", &["github"]),
    ("gh_", &["github"]),
    ("gitlab", &["gitlab"]),
    ("npm", &["npm"]),
    ("pypi", &["pypi", "python"]),
    ("twine", &["pypi"]),
    ("aws", &["aws", "amazon"]),
    ("openai", &["openai", "azure"]),
    ("anthropic", &["anthropic", "claude"]),
    ("claude", &["anthropic", "claude"]),
    ("slack", &["slack"]),
    ("stripe", &["stripe"]),
    ("datadog", &["datadog"]),
    ("dd_", &["datadog"]),
    ("twilio", &["twilio"]),
    ("sendgrid", &["sendgrid"]),
    ("azure", &["azure", "microsoft", "windows"]),
    ("gcp", &["google"]),
    ("google", &["google"]),
    ("gemini", &["google"]),
    ("docker", &["docker"]),
    ("ssh_private", &[]),
    ("private_key", &[]),
    ("database_url", &[]),
    ("db_pass", &[]),
    ("postgres", &[]),
    ("mysql", &[]),
    ("hf_", &["huggingface", "hf."]),
    ("hugging", &["huggingface"]),
    ("discord", &["discord"]),
    ("telegram", &["telegram"]),
    ("notion", &["notion"]),
    ("linear", &["linear"]),
    ("vercel", &["vercel"]),
    ("cloudflare", &["cloudflare"]),
    ("heroku", &["heroku"]),
    ("digitalocean", &["digitalocean"]),
    ("sentry", &["sentry"]),
    ("kube", &[]),
    ("vault", &["vault"]),
    ("root_pass", &[]),
    ("service_account", &["google"]),
    ("jira", &["atlassian", "jira"]),
    ("atlassian", &["atlassian"]),
    ("session", &[]),
    ("credential", &[]),
];

/// Whose a secret is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The host's.
    Same,
    /// Of a service the host is not.
    Other,
    /// Nobody can tell.
    Unknown,
}

/// The hosts of the addresses in a text, each with what follows it.
pub(crate) fn hosts(text: &str) -> Vec<String> {
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    for (at, mark) in lower.match_indices("://").take(16) {
        let rest = &lower[at + mark.len()..];
        let end = rest
            .find(|c: char| {
                c.is_whitespace()
                    || matches!(
                        c,
                        '"' | '\'' | '`' | '>' | ')' | ']' | '}' | '<' | ',' | ';' | '|' | '\\'
                    )
            })
            .unwrap_or(rest.len());
        let address = &rest[..end];
        let host = address.rsplit_once('@').map_or(address, |(_, host)| host);
        if !host.is_empty() {
            found.push(host.replace("[.]", "."));
        }
    }
    found
}

/// The worst class among the hosts of a text.
pub(crate) fn class(text: &str) -> Host {
    hosts(text).iter().map(|host| of(host)).max().unwrap_or(Host::None)
}

fn of(address: &str) -> Host {
    let host = address.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let is = |known: &str| match known.contains('/') {
        true => address.starts_with(known),
        false => host == known || host.strip_suffix(known).is_some_and(|rest| rest.ends_with('.')),
    };
    match () {
        () if is_local(host) => Host::Local,
        () if INSTALLERS.iter().any(|known| is(known)) => Host::Installer,
        () if is_registry(host) || VENDORS.iter().any(|known| is(known)) => Host::Vendor,
        () if CODE.iter().any(|known| is(known)) => Host::Code,
        () if !host.contains('.') => Host::Local,
        () => Host::Unknown,
    }
}

fn is_registry(host: &str) -> bool {
    let mut labels = host.rsplit('.');
    let end = labels.next().unwrap_or_default();
    let name = labels.next().unwrap_or_default();
    REGISTRIES.contains(&(name, end))
}

fn is_local(host: &str) -> bool {
    // Whole labels only: `acme-sync.cc` is somebody's.
    let labels: Vec<&str> = host.split('.').collect();
    let main = labels.len().checked_sub(2).map_or("", |at| labels[at]);
    let placeholder = host.contains(['$', '{', '<', '*', '%'])
        || ["yourdomain", "yourcompany", "your-domain", "your-company", "mycompany", "company"]
            .contains(&main)
        || ["acme", "mycorp", "xxx"].contains(&main) && host.ends_with(".com");
    // Two names before it are somebody's, one is an example.
    let reserved = ["example.com", "example.org", "example.net"].iter().any(|name| {
        host == *name
            || host.strip_suffix(name).is_some_and(|rest| {
                matches!(rest, "api." | "www." | "docs." | "app." | "cdn." | "staging." | "auth.")
            })
    });
    let network = host.parse::<Ipv4Addr>().is_ok_and(|address| {
        address.is_private() || address.is_loopback() || address.is_unspecified()
    });
    let machine = ["localhost", "host.docker.internal"].contains(&host) || host.starts_with("[::1");
    placeholder
        || reserved
        || network
        || machine
        || [".local", ".internal", ".localhost"].iter().any(|name| host.ends_with(name))
}

/// What a skill calls itself, for [`is_own`]: a host that only its own text repeats proves nothing.
pub(crate) fn head(name: &str, description: &str) -> String {
    squeeze(&format!("{name} {description}").to_ascii_lowercase())
}

fn squeeze(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Whether a text's host carries the name of the skill.
pub(crate) fn is_own(reading: &Reading, text: &str) -> bool {
    hosts(text).iter().filter(|host| of(host) == Host::Unknown).any(|host| {
        let name = host.split(['/', ':', '?']).next().unwrap_or_default();
        let labels: Vec<&str> = name.split('.').collect();
        let main = labels.len().checked_sub(2).map_or("", |at| labels[at]);
        let main = squeeze(main);
        main.len() >= 3 && reading.head.contains(main.as_str())
    })
}

/// Whether a command names, beside its address, what the host is called: `pip install acme -i
/// https://acme.dev/wheels`.
pub(crate) fn is_named_beside(unit: &str) -> bool {
    hosts(unit).iter().filter(|host| of(host) == Host::Unknown).all(|address| {
        let host = address.split(['/', ':', '?']).next().unwrap_or_default();
        let labels: Vec<&str> = host.split('.').collect();
        let main = labels.len().checked_sub(2).map_or("", |at| labels[at]);
        let mut words = unit.split(|c: char| c.is_whitespace() || matches!(c, '"' | '[' | '='));
        main.len() >= 3 && words.any(|word| word.eq_ignore_ascii_case(main))
    })
}

/// Whether a secret goes to the host it belongs to.
pub(crate) fn owner(variable: &str, text: &str) -> Owner {
    let variable = variable.to_ascii_lowercase();
    let known = OWNERS.iter().find(|(name, _)| variable.contains(name));
    let hosts = hosts(text);
    let Some((_, names)) = known else {
        // `ACME_TOKEN` to `api.acme.io`.
        let parts: Vec<&str> = variable
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| {
                part.len() > 3
                    && ![
                        "token",
                        "secret",
                        "passwd",
                        "password",
                        "credential",
                        "environ",
                        "process",
                        "access",
                        "private",
                        "auth",
                        "apikey",
                    ]
                    .contains(part)
            })
            .collect();
        let same = hosts.iter().any(|host| parts.iter().any(|part| host.contains(part)));
        return if same { Owner::Same } else { Owner::Unknown };
    };
    let strange = hosts
        .iter()
        .any(|host| of(host) == Host::Unknown && !names.iter().any(|name| host.contains(name)));
    match strange {
        true => Owner::Other,
        false if hosts.iter().any(|host| names.iter().any(|name| host.contains(name))) => {
            Owner::Same
        }
        false => Owner::Unknown,
    }
}
