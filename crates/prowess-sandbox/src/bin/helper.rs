//! The helper as a program of its own, for hosts whose `main` cannot call it.

fn main() -> std::process::ExitCode {
    prowess_sandbox::dispatch();
    // Started by hand: there is nothing to do without a request.
    std::process::ExitCode::from(2)
}
