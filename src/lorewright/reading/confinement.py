"""What a process gives up before it opens a file that nobody vouches for. Linux; elsewhere only the limits hold."""

import ctypes
import platform
import resource
import struct
import sys
from typing import Literal

# linux/prctl.h, linux/seccomp.h, linux/filter.h, linux/audit.h, linux/sched.h
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_RETURN_ALLOW = 0x7FFF0000
_RETURN_DENIED = 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
_RETURN_KILL = 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000

# (audit architecture, system calls refused: socket, connect, execve, execveat, ptrace, io_uring_setup)
_MACHINES = {
    "x86_64": (0xC000003E, (41, 42, 59, 322, 101, 425)),
    "aarch64": (0xC00000B7, (198, 203, 221, 281, 117, 425)),
}
_X32_CALLS = 0x40000000
"""System calls of x86_64 under their other numbers begin here."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def confine(memory_bytes: int) -> Literal["seccomp", "namespace", "open"]:
    """No more memory than that, no file written, no core left, no program started, no network: the answer says by what means."""
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, 64)
    if sys.platform == "linux":
        _limit(resource.RLIMIT_AS, memory_bytes)
        if _without_calls():
            return "seccomp"
        if _without_network():
            return "namespace"
    return "open"


def allow_cpu(seconds: int) -> None:
    """So much more than was used already; over it the kernel ends the process with SIGXCPU."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 1, hard))


def _limit(what: int, value: int) -> None:
    hard = resource.getrlimit(what)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (value, value))


def _without_calls() -> bool:
    if platform.machine() not in _MACHINES:
        return False
    architecture, refused = _MACHINES[platform.machine()]
    steps = [
        (_LOAD, 0, 0, 4),  # the architecture
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _RETURN_KILL),
        (_LOAD, 0, 0, 0),  # the number of the call
        (_AT_LEAST, len(refused) + 1, 0, _X32_CALLS),
        *((_EQUAL, len(refused) - place, 0, call) for place, call in enumerate(refused)),
        (_RETURN, 0, 0, _RETURN_ALLOW),
        (_RETURN, 0, 0, _RETURN_DENIED),
    ]
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    program = _Program(len(steps), code)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    return bool(libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0)


def _without_network() -> bool:
    """A network namespace of its own has no interface that is up. A process with threads may not make one, so call this early."""
    return bool(ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0)


def give_back_memory() -> None:
    """What a large document took goes back to the system; the allocator would keep it."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):  # glibc
        libc.malloc_trim(0)
