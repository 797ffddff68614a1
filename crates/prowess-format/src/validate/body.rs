//! The body.

use super::{Check, Subject, length};
use crate::body::estimate_tokens;
use crate::diagnostic::{Remark, Report, Span};
use crate::limits;

crate::code! {
    /// There are no instructions below the frontmatter.
    BODY_EMPTY = "body-empty", Warning, "there are no instructions below the frontmatter", "write what the model should do";

    /// The body has more than 500 lines.
    ///
    /// The whole body enters the context when the skill is used. The open standard advises to stay
    /// under 500 lines and to move reference material into files that are read when needed.
    BODY_LINES = "body-lines", Info, "the body has {lines} lines; more than {limit} is much to load at once", "move reference material into files beside it";

    /// The body costs more than about 5,000 tokens.
    ///
    /// The number is an estimate: a quarter of the bytes.
    BODY_TOKENS = "body-tokens", Info, "the body costs about {tokens} tokens; more than {limit} is much to load at once", "move reference material into files beside it";

    /// The body is longer than this system allows.
    BODY_TOO_LARGE = "body-too-large", Warning, "the body has {length} characters; the limit is {limit}", "move reference material into files beside it";
}

pub(super) const CHECK: Check =
    Check { codes: &[&BODY_EMPTY, &BODY_LINES, &BODY_TOKENS, &BODY_TOO_LARGE], run };

fn run(subject: &Subject<'_>, report: &mut Report<'_>) {
    let skill = subject.skill;
    let body = skill.body();
    let start = skill.body_span().start as usize;
    let at = Remark::at;
    if !skill.has_body() {
        return;
    }
    if body.trim().is_empty() {
        report.add(&BODY_EMPTY, &[], at(Span::new(start, start)));
        return;
    }
    // Only what was read can be counted; a file that was cut has its own remark.
    let lines = body.trim_end().lines().count();
    if lines > limits::BODY_LINES {
        let (lines, limit) = (lines.to_string(), limits::BODY_LINES.to_string());
        report.add(
            &BODY_LINES,
            &[("lines", &lines), ("limit", &limit)],
            at(Span::new(start, start)),
        );
    }
    let tokens = estimate_tokens(body);
    if tokens > limits::BODY_TOKENS {
        let (tokens, limit) = (tokens.to_string(), limits::BODY_TOKENS.to_string());
        report.add(
            &BODY_TOKENS,
            &[("tokens", &tokens), ("limit", &limit)],
            at(Span::new(start, start)),
        );
    }
    if let Some(limit) = report.rules().limits.body
        && length(body) > limit
    {
        let (count, limit) = (length(body).to_string(), limit.to_string());
        let values = [("length", count.as_str()), ("limit", &limit)];
        report.add(&BODY_TOO_LARGE, &values, at(Span::new(start, start)));
    }
}
