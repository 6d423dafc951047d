"""Permanently drop all process privileges that pure computation does not need (Linux).

The outer barrier, namespaces, already hides files, the network and other processes. This inner
barrier prevents the code from starting processes and from using most of the kernel, including any
bugs there. It also sets memory and time limits that the code cannot remove.
"""

import ctypes
import os
import platform
import resource
import struct
from collections.abc import Iterable

CLONE = {"x86_64": 56, "aarch64": 220}
"""The system call number of ``clone``, which is allowed only to create threads."""

IOCTL = {"x86_64": 16, "aarch64": 29}
"""The system call number of ``ioctl``, which is allowed only for a few requests."""


_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# requests that Python makes: terminal, inheritable, blocking
_IOCTL_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
_X32 = 0x40000000  # the x32 numbering of x86_64, which is never needed
_CLONE_THREAD = 0x00010000

_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _MODE_FILTER = 38, 22, 2
_LOAD, _EQUAL, _AT_LEAST, _BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL_PROCESS = 0x7FFF0000, 0x80000000
_NOT_IMPLEMENTED = 0x00050000 | 38  # the ENOSYS of older kernels, which libraries handle
_NUMBER_AT, _ARCH_AT, _FIRST_ARGUMENT_AT, _SECOND_ARGUMENT_AT = 0, 4, 16, 24
_MOST_FILES, _MOST_THREADS = 64, 256


def lock_down(memory_bytes: int, cpu_s: int, system_calls: Iterable[int]) -> None:
    """Limit this process's resources and system calls; raise `OSError` on failure."""
    _close_input()
    for limit, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, cpu_s),
        (resource.RLIMIT_FSIZE, 0),  # including in-memory files
        (resource.RLIMIT_NOFILE, _MOST_FILES),
        (resource.RLIMIT_NPROC, _MOST_THREADS),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
    ):
        resource.setrlimit(limit, (most, most))
    _filter_system_calls(platform.machine(), system_calls)


def _close_input() -> None:
    """Replace standard input, from which the code has been read, with the null device."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def _filter_system_calls(machine: str, system_calls: Iterable[int]) -> None:
    if machine not in _AUDIT_ARCH:
        raise OSError(f"the system calls of {machine} are not known")
    code = filter_code(machine, system_calls)
    libc = ctypes.CDLL(None, use_errno=True)
    program = _Filter(len(code) // 8, code)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
        _PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0
    ):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")


def filter_code(machine: str, system_calls: Iterable[int]) -> bytes:
    """Return a binary seccomp filter that allows ``system_calls`` on a machine type."""
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
    for number in system_calls:
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
    """Encode a BPF instruction; ``yes`` and ``no`` are the jump offsets after a comparison."""
    return struct.pack("=HBBI", code, yes, no, operand)
