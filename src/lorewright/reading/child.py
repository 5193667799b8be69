"""The reader child: `python -m lorewright.reading.child LEASH MEMORY_BYTES IDLE_S`. It reads one file after another and knows nothing else.

LEASH is the descriptor of a pipe whose other end the parent holds: when the parent dies, the child does, whatever it is at.
(The kernel's parent-death signal would come when the *thread* ends that started it.)
"""

import os
import select
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

from lorewright.core.errors import Unreadable, Unsupported
from lorewright.reading import head, read
from lorewright.reading.audio import hear
from lorewright.reading.confinement import allow_cpu, confine, give_back_memory
from lorewright.reading.recognition.engine import Recogniser, Seen
from lorewright.reading.wire import (
    Answer,
    Head,
    Heard,
    Hello,
    Listen,
    Read,
    Refused,
    Working,
    decode_request,
    encode,
    receive,
    send,
)

if TYPE_CHECKING:
    from lorewright.reading.recognition.engine import Pixels


def main() -> None:
    leash, memory_bytes, idle_s = (int(argument) for argument in sys.argv[1:])
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    # Imported before the first file comes, and before it may open nothing more.
    import pypdfium2  # noqa: F401 - loaded for its effect: see above

    import lorewright.reading.pdf.reader  # noqa: F401 - as above

    network = confine(memory_bytes)
    threading.Thread(target=_hold, args=(leash,), daemon=True).start()
    send(answers, encode(Hello(network)))
    _serve(requests, answers, idle_s)


def _hold(leash: int) -> None:
    os.read(leash, 1)
    os._exit(0)


def _serve(requests: BinaryIO, answers: BinaryIO, idle_s: int) -> None:
    # Nothing is ever buffered when this waits: a parent sends one request and waits for its answer.
    recogniser = Recogniser()
    while select.select([requests], [], [], idle_s)[0]:
        try:
            answer = _answer(requests, answers, recogniser)
        except EOFError:
            return
        except MemoryError:
            send(answers, encode(Refused("Reading this file needs more memory than one file may have.")))
            return
        send(answers, encode(answer))
        del answer
        give_back_memory()


def _answer(requests: BinaryIO, answers: BinaryIO, recogniser: Recogniser) -> Answer:
    """Raises `EOFError` where the parent is gone."""
    request = decode_request(receive(requests))
    data = receive(requests)
    allow_cpu(request.cpu_s)

    def recognise(image: "Pixels") -> Sequence[Seen]:
        """A page takes seconds, and a file may have hundreds: time is counted for each."""
        send(answers, encode(Working()))
        allow_cpu(request.cpu_s)
        return recogniser(image)

    try:
        if isinstance(request, Listen):
            return Heard(hear(data, request.most_s))
        if request.task == "read" or (request.kind != "pdf" and request.kind != "page"):
            return Read(read(data, request.kind, request.name, request.charset, recognise))
        return Head(head(data, request.kind, request.charset))
    except Unreadable as error:
        return Refused(error.detail)
    except Unsupported as error:
        return Refused(error.detail, is_unsupported=True)


if __name__ == "__main__":
    main()
