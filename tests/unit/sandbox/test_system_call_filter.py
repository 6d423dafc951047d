"""The filter of system calls, carried out as the kernel does, for machines that are not at hand too."""

import struct
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("a filter of Linux", allow_module_level=True)

from desktop_agent.system.resources import toml_resource
from desktop_agent.tools.sandbox.jail.lockdown import filter_code

ALLOW, DENY, KILL = 0x7FFF0000, 0x00050026, 0x80000000
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
THREAD = 0x3D0F00  # as the C library starts one
FORK = 17

# from the kernel's own tables
FORBIDDEN = {
    "x86_64": {
        "socket": 41, "connect": 42, "bind": 49, "sendmsg": 46, "fork": 57, "vfork": 58,
        "execve": 59, "execveat": 322, "kill": 62, "ptrace": 101, "process_vm_readv": 310,
        "mount": 165, "unshare": 272, "setns": 308, "clone3": 435, "shmget": 29, "shmat": 30,
        "memfd_create": 319, "bpf": 321, "io_uring_setup": 425, "keyctl": 250, "userfaultfd": 323,
        "perf_event_open": 298, "chmod": 90, "unlink": 87, "rename": 82, "symlink": 88,
        "setuid": 105, "prctl": 157, "seccomp": 317, "pidfd_open": 434, "truncate": 76,
    },
    "aarch64": {
        "socket": 198, "connect": 203, "bind": 200, "sendmsg": 211, "execve": 221, "execveat": 281,
        "kill": 129, "ptrace": 117, "process_vm_readv": 270, "mount": 40, "unshare": 97,
        "setns": 268, "clone3": 435, "shmget": 194, "shmat": 196, "memfd_create": 279, "bpf": 280,
        "io_uring_setup": 425, "keyctl": 219, "userfaultfd": 282, "perf_event_open": 241,
        "unlinkat": 35, "renameat": 38, "symlinkat": 36, "setuid": 146, "prctl": 167,
        "seccomp": 277, "pidfd_open": 434, "truncate": 45,
    },
}  # fmt: skip
NEEDED = {
    "x86_64": {"read": 0, "write": 1, "openat": 257, "mmap": 9, "futex": 202, "exit_group": 231},
    "aarch64": {"read": 63, "write": 64, "openat": 56, "mmap": 222, "futex": 98, "exit_group": 94},
}
CLONE = {"x86_64": 56, "aarch64": 220}
IOCTL = {"x86_64": 16, "aarch64": 29}


def decide(machine: str, number: int, *arguments: int, arch: int | None = None) -> int:
    """What the filter says of a call."""
    code = filter_code(machine, toml_resource("system_calls.toml")[machine].values())
    said = list(struct.iter_unpack("=HBBI", code))
    data = struct.pack("=IIQ6Q", number, arch or ARCH[machine], 0, *(arguments + (0,) * 6)[:6])
    at, value = 0, 0
    while True:
        operation, yes, no, operand = said[at]
        at += 1
        if operation == 0x20:
            (value,) = struct.unpack_from("=I", data, operand)
        elif operation == 0x06:
            return operand
        else:
            held = {
                0x15: value == operand,
                0x35: value >= operand,
                0x45: bool(value & operand),
            }[operation]
            at += yes if held else no


@pytest.mark.parametrize("machine", ARCH)
def test_what_computing_needs_is_allowed_and_nothing_that_reaches_beyond_the_process(machine):
    for name, number in FORBIDDEN[machine].items():
        assert decide(machine, number) == DENY, name
    for name, number in NEEDED[machine].items():
        assert decide(machine, number) == ALLOW, name
    assert all(decide(machine, number) == DENY for number in range(450, 1200)), "unknown ones"


@pytest.mark.parametrize("machine", ARCH)
def test_threads_may_be_started_but_no_processes_and_no_terminal_be_typed_into(machine):
    assert decide(machine, CLONE[machine], THREAD) == ALLOW
    assert decide(machine, CLONE[machine], FORK) == DENY
    assert decide(machine, IOCTL[machine], 1, 0x5401) == ALLOW
    assert decide(machine, IOCTL[machine], 1, 0x5412) == DENY


@pytest.mark.parametrize("machine", ARCH)
def test_calls_by_another_numbering_are_not_believed(machine):
    assert decide(machine, 0, arch=0x40000003) == KILL
    assert decide(machine, 0x40000000 | NEEDED[machine]["read"]) == DENY
