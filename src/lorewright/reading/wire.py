"""What the reader child and its parent say to each other: length-prefixed msgpack over two pipes, a file's bytes beside it."""

import struct
from typing import BinaryIO, Literal

import msgspec

from lorewright.reading import Kind
from lorewright.reading.audio import Sound
from lorewright.reading.base import DocumentHead, Reading

_LENGTH = struct.Struct(">Q")


class Hello(msgspec.Struct, frozen=True, tag=True):
    """The child's first word: it is ready, and what keeps it from the network."""

    network: Literal["seccomp", "namespace", "open"]


class Request(msgspec.Struct, frozen=True, tag=True):
    """To read a text. The file's bytes follow it as a frame of their own."""

    task: Literal["read", "head"]
    kind: Kind
    name: str | None
    charset: str | None
    cpu_s: int


class Listen(msgspec.Struct, frozen=True, tag=True):
    """To measure an audio, whose bytes follow in the same way, up to `most_s` seconds of it."""

    most_s: float
    cpu_s: int


class Working(msgspec.Struct, frozen=True, tag=True):
    """One more page that is an image is about to be recognised: the time for it begins anew."""


class Read(msgspec.Struct, frozen=True, tag=True):
    reading: Reading


class Head(msgspec.Struct, frozen=True, tag=True):
    head: DocumentHead


class Heard(msgspec.Struct, frozen=True, tag=True):
    sound: Sound


class Refused(msgspec.Struct, frozen=True, tag=True):
    """The file cannot be read, and the sentence says why."""

    detail: str
    is_unsupported: bool = False
    """It is of another kind than what can be read."""


Asked = Request | Listen
Answer = Hello | Working | Read | Head | Heard | Refused
encode = msgspec.msgpack.encode


def decode_request(frame: bytes) -> Asked:
    asked: Asked = msgspec.msgpack.decode(frame, type=Asked)
    return asked


def decode_answer(frame: bytes) -> Answer:
    """Raises `msgspec.DecodeError`."""
    answer: Answer = msgspec.msgpack.decode(frame, type=Answer)
    return answer


def send(pipe: BinaryIO, *frames: bytes) -> None:
    for frame in frames:
        pipe.write(_LENGTH.pack(len(frame)))
        pipe.write(frame)
    pipe.flush()


def receive(pipe: BinaryIO) -> bytes:
    """Raises `EOFError` where the other end is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    length = _LENGTH.unpack(head)[0]
    frame = pipe.read(length)
    if len(frame) < length:
        raise EOFError
    return frame
