"""Takes from this process, for good, what computing does not need (Linux).

It is the inner wall. The outer one (namespaces) already shows no file, network or other process;
this one keeps the code from starting processes and from most of the kernel, so that a fault there
is out of reach too, and keeps memory and time within bounds that the code cannot raise.
"""

import ctypes
import os
import platform
import resource
import struct

from desktop_agent.sandbox.inside.system_calls import AARCH64, CLONE, IOCTL, X86_64

_ALLOWED = {"x86_64": X86_64, "aarch64": AARCH64}
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# what Python asks of a file descriptor: is it a terminal, is it inherited, does it wait
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
    """Locks this process in; ``memory_bytes`` is all the address space that it may have.

    Raises:
        OSError: the kernel refuses, or the machine's system calls are not known here.
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
    """The code has been read: nothing more comes from there."""
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
    """Gives the filter for a kind of machine, as the kernel takes it: 8 bytes an instruction."""
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
    """One instruction; ``yes`` and ``no`` are how many to skip as a comparison comes out."""
    return struct.pack("=HBBI", code, yes, no, operand)
