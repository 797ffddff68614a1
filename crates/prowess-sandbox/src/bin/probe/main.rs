//! Tries to cross one wall, for the tests: ends with 0 when it got through, with 1 when it was refused,
//! and with 2 when it was called wrongly.

#[cfg(target_os = "linux")]
mod attempts;

fn main() -> std::process::ExitCode {
    prowess_sandbox::dispatch();
    #[cfg(target_os = "linux")]
    return attempts::main();
    #[cfg(not(target_os = "linux"))]
    return std::process::ExitCode::from(2);
}
