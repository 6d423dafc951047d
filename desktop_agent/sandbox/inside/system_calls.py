"""The system calls that computing needs: memory, threads, clocks, and reading what is there.

Not among them: starting a process or a program, sockets, writing or changing a file's name, shared
memory, tracing, mounting, and what the kernel learned since. The numbers are the kernel's, from its
own headers (``asm/unistd_64.h`` and ``asm-generic/unistd.h``); they never change.
"""

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
"""Allowed for threads alone."""

IOCTL = {"x86_64": 16, "aarch64": 29}
"""Allowed for a few requests."""
