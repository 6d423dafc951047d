"""Permanently drop all rights of this process that computing does not need (Linux).

This is the inner wall. The outer wall (namespaces) already hides files, network and other
processes. The inner wall keeps the code from starting processes and from using most of the kernel,
so that kernel bugs are out of reach as well. It also limits memory and time in a way that the code
cannot undo.
"""

import ctypes
import os
import platform
import resource
import struct

# --- System calls for computing: memory, threads, clocks, and reading files
#
# Not included: starting a process or a program, sockets, writing or renaming files, shared memory,
# tracing, mounting, and newer additions to the kernel. The numbers are from the kernel's own
# headers (``asm/unistd_64.h`` and ``asm-generic/unistd.h``); they never change.

# fmt: off
X86_64 = {
    "read": 0, "write": 1, "readv": 19, "writev": 20, "pread64": 17, "pwrite64": 18,
    "preadv": 295, "pwritev": 296, "close": 3, "fstat": 5, "stat": 4, "lstat": 6,
    "newfstatat": 262, "statx": 332, "lseek": 8, "mmap": 9, "mprotect": 10, "munmap": 11,
    "brk": 12, "mremap": 25, "madvise": 28, "fadvise64": 221, "rt_sigaction": 13,
    "rt_sigprocmask": 14, "rt_sigreturn": 15, "rt_sigpending": 127, "rt_sigsuspend": 130,
    "rt_sigtimedwait": 128, "sigaltstack": 131, "tgkill": 234, "restart_syscall": 219,
    "pause": 34, "open": 2, "openat": 257, "access": 21, "faccessat": 269, "faccessat2": 439,
    "readlink": 89, "readlinkat": 267, "getcwd": 79, "getdents": 78, "getdents64": 217,
    "fcntl": 72, "dup": 32, "dup2": 33, "dup3": 292, "pipe": 22, "pipe2": 293, "poll": 7,
    "ppoll": 271, "select": 23, "pselect6": 270, "epoll_create": 213, "epoll_create1": 291,
    "epoll_ctl": 233, "epoll_wait": 232, "epoll_pwait": 281, "epoll_pwait2": 441,
    "eventfd2": 290, "socketpair": 53, "sendto": 44, "recvfrom": 45, "shutdown": 48,
    "futex": 202, "futex_waitv": 449, "set_robust_list": 273, "rseq": 334, "gettid": 186,
    "getpid": 39, "getppid": 110, "getuid": 102, "geteuid": 107, "getgid": 104, "getegid": 108,
    "getgroups": 115, "getpgrp": 111, "exit": 60, "exit_group": 231, "clock_gettime": 228,
    "clock_getres": 229, "clock_nanosleep": 230, "nanosleep": 35, "gettimeofday": 96,
    "time": 201, "times": 100, "getitimer": 36, "setitimer": 38, "alarm": 37, "getrusage": 98,
    "sysinfo": 99, "uname": 63, "getrandom": 318, "getcpu": 309, "sched_yield": 24,
    "sched_getaffinity": 204, "getrlimit": 97, "prlimit64": 302,
}
AARCH64 = {
    "read": 63, "write": 64, "readv": 65, "writev": 66, "pread64": 67, "pwrite64": 68,
    "preadv": 69, "pwritev": 70, "close": 57, "fstat": 80, "newfstatat": 79, "statx": 291,
    "lseek": 62, "mmap": 222, "mprotect": 226, "munmap": 215, "brk": 214, "mremap": 216,
    "madvise": 233, "fadvise64": 223, "rt_sigaction": 134, "rt_sigprocmask": 135,
    "rt_sigreturn": 139, "rt_sigpending": 136, "rt_sigsuspend": 133, "rt_sigtimedwait": 137,
    "sigaltstack": 132, "tgkill": 131, "restart_syscall": 128, "openat": 56, "faccessat": 48,
    "faccessat2": 439, "readlinkat": 78, "getcwd": 17, "getdents64": 61, "fcntl": 25, "dup": 23,
    "dup3": 24, "pipe2": 59, "ppoll": 73, "pselect6": 72, "epoll_create1": 20, "epoll_ctl": 21,
    "epoll_pwait": 22, "epoll_pwait2": 441, "eventfd2": 19, "socketpair": 199, "sendto": 206,
    "recvfrom": 207, "shutdown": 210, "futex": 98, "futex_waitv": 449, "set_robust_list": 99,
    "rseq": 293, "gettid": 178, "getpid": 172, "getppid": 173, "getuid": 174, "geteuid": 175,
    "getgid": 176, "getegid": 177, "getgroups": 158, "exit": 93, "exit_group": 94,
    "clock_gettime": 113, "clock_getres": 114, "clock_nanosleep": 115, "nanosleep": 101,
    "gettimeofday": 169, "times": 153, "getitimer": 102, "setitimer": 103, "getrusage": 165,
    "sysinfo": 179, "uname": 160, "getrandom": 278, "getcpu": 168, "sched_yield": 124,
    "sched_getaffinity": 123, "getrlimit": 163, "prlimit64": 261,
}
# fmt: on

CLONE = {"x86_64": 56, "aarch64": 220}
"""The system call number of ``clone``, which is allowed only for creating threads."""

IOCTL = {"x86_64": 16, "aarch64": 29}
"""The system call number of ``ioctl``, which is allowed only for a few requests."""


_ALLOWED = {"x86_64": X86_64, "aarch64": AARCH64}
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# what Python asks of a file descriptor: terminal, inheritable, blocking
_IOCTL_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
_X32 = 0x40000000  # the other numbering of x86_64, which nothing of ours uses
_CLONE_THREAD = 0x00010000

_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _MODE_FILTER = 38, 22, 2
_LOAD, _EQUAL, _AT_LEAST, _BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL_PROCESS = 0x7FFF0000, 0x80000000
_NOT_IMPLEMENTED = (
    0x00050000 | 38
)  # what a kernel without that call says: libraries know what to do
_NUMBER_AT, _ARCH_AT, _FIRST_ARGUMENT_AT, _SECOND_ARGUMENT_AT = 0, 4, 16, 24
_MOST_FILES, _MOST_THREADS = 64, 256


def lock_down(memory_bytes: int, cpu_s: int) -> None:
    """Lock this process down; ``memory_bytes`` limits its whole address space.

    Raises:
        OSError: the kernel refuses, or the system calls of this machine type are unknown.
    """
    _close_input()
    for limit, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, cpu_s),
        (resource.RLIMIT_FSIZE, 0),  # memory in the guise of a file too
        (resource.RLIMIT_NOFILE, _MOST_FILES),
        (resource.RLIMIT_NPROC, _MOST_THREADS),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
    ):
        resource.setrlimit(limit, (most, most))
    _filter_system_calls(platform.machine())


def _close_input() -> None:
    """Close standard input, which is safe because the code has already been read from it."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def _filter_system_calls(machine: str) -> None:
    if machine not in _ALLOWED:
        raise OSError(f"the system calls of {machine} are not known")
    code = filter_code(machine)
    libc = ctypes.CDLL(None, use_errno=True)
    program = _Filter(len(code) // 8, code)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
        _PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0
    ):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")


def filter_code(machine: str) -> bytes:
    """Return the filter for a machine type in the kernel's format, with 8 bytes per instruction."""
    allow = _instruction(_RETURN, _ALLOW)
    deny = _instruction(_RETURN, _NOT_IMPLEMENTED)
    code = [
        _instruction(_LOAD, _ARCH_AT),
        _instruction(_EQUAL, _AUDIT_ARCH[machine], yes=1),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER_AT),
        _instruction(_AT_LEAST, _X32, no=1),
        deny,
    ]
    for number in _ALLOWED[machine].values():
        code += [_instruction(_EQUAL, number, no=1), allow]
    code += [
        _instruction(_EQUAL, CLONE[machine], no=4),
        _instruction(_LOAD, _FIRST_ARGUMENT_AT),
        _instruction(_BITS, _CLONE_THREAD, no=1),
        allow,
        deny,
        _instruction(_EQUAL, IOCTL[machine], no=1 + 2 * len(_IOCTL_REQUESTS)),
        _instruction(_LOAD, _SECOND_ARGUMENT_AT),
    ]
    for request in _IOCTL_REQUESTS:
        code += [_instruction(_EQUAL, request, no=1), allow]
    return b"".join([*code, deny])


def _instruction(code: int, operand: int, *, yes: int = 0, no: int = 0) -> bytes:
    """Encode one instruction; ``yes`` and ``no`` are the jump offsets after a comparison."""
    return struct.pack("=HBBI", code, yes, no, operand)
