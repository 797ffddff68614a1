//! System calls by seccomp: what reaches around the other walls, or deep into the kernel, is refused.
//!
//! A list of what is refused and not of what is allowed: a command is any program, and the kernel learns
//! calls every year. What is on it answers `EPERM`, what has an older equal `ENOSYS`; a call of another
//! architecture is refused or kills.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use super::{Refusal, setup};
use crate::Tier;

/// Always refused.
const REFUSED: &[c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // Mounts and roots.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    // Namespaces; `clone` is looked at more closely below.
    libc::SYS_unshare,
    libc::SYS_setns,
    // Keys of the user.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Files without a path.
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    // Much kernel for little use.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_personality,
    libc::SYS_vhangup,
    // The machine.
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_kexec_file_load,
];

/// Always refused, where they exist.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[c_long] =
    &[libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt, libc::SYS_uselib, libc::SYS__sysctl];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[c_long] = &[];

/// Said not to exist: programs then do without, as on an older kernel.
const ABSENT: &[c_long] = &[
    // Its arguments are in memory, where a filter cannot look.
    libc::SYS_clone3,
    // Does what other calls do, past the filter.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Its arguments are in memory too, and what they may be is looked at.
    libc::SYS_openat2,
];

/// Refused without a network: also what could turn one end of a pair towards somebody else.
const SOCKETS: &[c_long] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
];

/// Refused where the command has no namespaces of its own.
const SHARED: &[c_long] = &[
    // So that everything stays in one process group, which is killed at once.
    libc::SYS_setsid,
    libc::SYS_setpgid,
    // Memory and queues of other programs of the user.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Who is told of every file that is touched needs not be able to open it.
    libc::SYS_inotify_add_watch,
    // Before Linux 6.2 Landlock does not see it; by descriptor it does.
    libc::SYS_truncate,
    // By path, modes, owners and attributes can be changed of files that Landlock keeps closed.
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
];

/// The same, where they exist.
#[cfg(target_arch = "x86_64")]
const SHARED_HERE: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const SHARED_HERE: &[c_long] = &[];

// The same on every architecture, and too new for the tables of `libc`.
const FCHMODAT2: c_long = 452;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const FILE_SETATTR: c_long = 469;

/// Calls that give a file its mode, and which argument that is.
const MODES: &[(c_long, u8)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (FCHMODAT2, 2),
    (libc::SYS_mkdirat, 2),
    (libc::SYS_mknodat, 2),
];

/// The same, where they exist.
#[cfg(target_arch = "x86_64")]
const MODES_HERE: &[(c_long, u8)] =
    &[(libc::SYS_chmod, 1), (libc::SYS_creat, 1), (libc::SYS_mkdir, 1), (libc::SYS_mknod, 1)];
#[cfg(not(target_arch = "x86_64"))]
const MODES_HERE: &[(c_long, u8)] = &[];

/// Calls that open files, and which argument the flags are; the mode is the next.
#[cfg(target_arch = "x86_64")]
const OPENING: &[(c_long, u8)] = &[(libc::SYS_openat, 2), (libc::SYS_open, 1)];
#[cfg(not(target_arch = "x86_64"))]
const OPENING: &[(c_long, u8)] = &[(libc::SYS_openat, 2)];

/// The flag of `O_TMPFILE` that is not also one of its parts.
const UNNAMED: libc::c_int = libc::O_TMPFILE & !libc::O_DIRECTORY;

/// Calls whose first argument is a process: only this one, which is 0.
const OF_PROCESSES: &[c_long] = &[
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
];

/// Flags of `clone` that make a namespace.
const NAMESPACES: &[libc::c_int] = &[
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// The bits of a socket's type that are no flags.
const SOCKET_TYPE: u64 = 0xf;

/// Restricts this process and all that come from it.
pub(super) fn restrict(tier: Tier, network: bool) -> Result<(), Refusal> {
    let program = program(tier, network).map_err(setup("the filter of system calls"))?;
    apply_filter(&program).map_err(setup("the filter of system calls"))
}

/// The filter: calls that are refused whatever their arguments, then what depends on them.
fn program(tier: Tier, network: bool) -> Result<BpfProgram, seccompiler::BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let errno = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules(tier, network)?, SeccompAction::Allow, errno, arch)?;
    let mut program = numbers(&refused(tier, network));
    program.extend(BpfProgram::try_from(filter)?);
    Ok(program)
}

/// The calls that are refused whatever their arguments.
fn refused(tier: Tier, network: bool) -> Vec<c_long> {
    let mut calls = [REFUSED, REFUSED_HERE].concat();
    if !network {
        calls.extend(SOCKETS);
    }
    if tier != Tier::Namespaces {
        calls.extend(SHARED.iter().chain(SHARED_HERE));
    }
    calls
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// What is refused of calls that are otherwise allowed.
fn rules(tier: Tier, network: bool) -> Result<Rules, seccompiler::BackendError> {
    use SeccompCmpOp::{Eq, MaskedEq, Ne};

    let mut rules = Rules::new();
    let shared = tier != Tier::Namespaces;
    let mut refuse = |call: c_long, conditions: Vec<SeccompCondition>| {
        let rule = SeccompRule::new(conditions)?;
        rules.entry(call).or_default().push(rule);
        Ok::<(), seccompiler::BackendError>(())
    };
    for &flag in NAMESPACES {
        let flag = flag as u64;
        refuse(libc::SYS_clone, vec![low(0, MaskedEq(flag), flag)?])?;
    }
    for request in [libc::TIOCSTI, libc::TIOCLINUX] {
        refuse(libc::SYS_ioctl, vec![low(1, Eq, request)?])?;
    }
    let (unix, ipv4, ipv6) = (libc::AF_UNIX as u64, libc::AF_INET as u64, libc::AF_INET6 as u64);
    if network {
        // A socket of this machine's programs is as good as their privileges, so that none is made.
        refuse(libc::SYS_socket, vec![low(0, Ne, ipv4)?, low(0, Ne, ipv6)?])?;
    }
    refuse(libc::SYS_socketpair, vec![low(0, Ne, unix)?])?;
    for kind in [libc::SOCK_DGRAM, libc::SOCK_RAW] {
        // One of these can send to any address, with its peer or without.
        refuse(libc::SYS_socketpair, vec![low(1, MaskedEq(SOCKET_TYPE), kind as u64)?])?;
    }
    // No program that runs as somebody else is left behind for others to start.
    for bit in [libc::S_ISUID, libc::S_ISGID].map(u64::from) {
        for &(call, argument) in MODES.iter().chain(MODES_HERE) {
            if !(shared && (SHARED.contains(&call) || SHARED_HERE.contains(&call))) {
                refuse(call, vec![low(argument, MaskedEq(bit), bit)?])?;
            }
        }
        for &(call, flags) in OPENING {
            for creating in [libc::O_CREAT, UNNAMED].map(|flag| flag as u64) {
                let creates = low(flags, MaskedEq(creating), creating)?;
                refuse(call, vec![creates, low(flags + 1, MaskedEq(bit), bit)?])?;
            }
        }
    }
    if shared {
        for &(call, flags) in OPENING {
            // As with `truncate`: emptied, and opened for nothing but reading.
            let mask = (libc::O_ACCMODE | libc::O_TRUNC) as u64;
            refuse(call, vec![low(flags, MaskedEq(mask), libc::O_TRUNC as u64)?])?;
        }
        for &call in OF_PROCESSES {
            refuse(call, vec![low(0, Ne, 0)?])?;
        }
        refuse(libc::SYS_setpriority, vec![low(0, Ne, libc::PRIO_PROCESS as u64)?])?;
        refuse(libc::SYS_setpriority, vec![low(1, Ne, 0)?])?;
        refuse(libc::SYS_ioprio_set, vec![low(1, Ne, 0)?])?;
        // By descriptor the path is absent.
        let path = SeccompCondition::new(1, SeccompCmpArgLen::Qword, Ne, 0)?;
        refuse(libc::SYS_utimensat, vec![path])?;
    }
    Ok(rules)
}

/// A condition on the lower half of an argument, which is all the kernel looks at of a number like these.
fn low(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}

/// The beginning of the filter, which looks at nothing but the number of a call. Written here because it is
/// a third of what `seccompiler` makes of it, the kernel compiles it for every command, and the second
/// numbering of calls on x86-64, which would pass a filter of the first, is nothing that one has words for.
fn numbers(refused: &[c_long]) -> BpfProgram {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const SECOND_NUMBERING: u32 = 0x4000_0000;

    // The number of the call is the first word.
    let mut program = vec![sock_filter { code: LOAD, jt: 0, jf: 0, k: 0 }];
    if cfg!(target_arch = "x86_64") {
        program.push(sock_filter { code: AT_LEAST, jt: 0, jf: 1, k: SECOND_NUMBERING });
        program.push(answer(libc::SECCOMP_RET_KILL_PROCESS));
    }
    answer_all(&mut program, ABSENT, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);
    answer_all(&mut program, refused, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32);
    program
}

fn answer(k: u32) -> sock_filter {
    sock_filter { code: (libc::BPF_RET | libc::BPF_K) as u16, jt: 0, jf: 0, k }
}

/// Answers each of these calls, and goes on for others: a row of comparisons, then the answer, which those
/// that fail jump over.
fn answer_all(program: &mut BpfProgram, calls: &[c_long], with: u32) {
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const LONGEST_JUMP: usize = u8::MAX as usize;

    for row in calls.chunks(LONGEST_JUMP) {
        for (left, &call) in (0..row.len()).rev().zip(row) {
            let last = left == 0;
            program.push(sock_filter {
                code: EQUAL,
                jt: left as u8,
                jf: u8::from(last),
                k: call as u32,
            });
        }
        program.push(answer(with));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the beginning of a filter answers to a number; none where the rest decides.
    fn answered(program: &[sock_filter], number: u32) -> Option<u32> {
        let mut at = 1;
        while let Some(step) = program.get(at) {
            let jump = match step.code {
                0x15 => {
                    if number == step.k {
                        step.jt
                    } else {
                        step.jf
                    }
                }
                0x35 => {
                    if number >= step.k {
                        step.jt
                    } else {
                        step.jf
                    }
                }
                _ => return Some(step.k),
            };
            at += 1 + usize::from(jump);
        }
        None
    }

    #[test]
    fn every_number_is_answered_as_the_lists_say() {
        for (tier, network) in [(Tier::LandlockSeccomp, false), (Tier::Namespaces, true)] {
            let refused = refused(tier, network);
            let program = numbers(&refused);
            for number in 0..600 {
                let call = c_long::from(number);
                let expected = if ABSENT.contains(&call) {
                    Some(libc::SECCOMP_RET_ERRNO | 38)
                } else {
                    refused.contains(&call).then_some(libc::SECCOMP_RET_ERRNO | 1)
                };
                assert_eq!(answered(&program, number), expected, "{number}");
            }
        }
        assert!(program(Tier::LandlockSeccomp, false).unwrap().len() < 4096);
    }

    #[test]
    fn long_lists_are_cut_into_rows() {
        let calls: Vec<c_long> = (1000..1600).collect();
        let program = numbers(&calls);
        for number in 990..1610 {
            let listed = (1000..1600).contains(&number);
            assert_eq!(answered(&program, number).is_some(), listed, "{number}");
        }
    }
}
