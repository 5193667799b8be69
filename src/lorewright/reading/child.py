"""The reader child: it reads one file after another and knows nothing else. Arguments: LEASH, MEMORY_BYTES, IDLE_S."""

import os
import select
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

from lorewright.core.children import live_with
from lorewright.core.errors import Unreadable, Unsupported
from lorewright.reading import head, read
from lorewright.reading.audio import hear
from lorewright.reading.confinement import allow_cpu, confine, give_back_memory
from lorewright.reading.recognition.engine import Recogniser, Seen
from lorewright.reading.wire import (
    MOST_BYTES,
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

MAX_CHARACTERS = 20_000_000
"""Of a text that is handed on. A table can say in a line that a cell is to be said a thousand times, or in ten thousand rows;
a plain text is as long as its file."""
_TOO_MUCH = "The file comes to more text than a document holds."


def main() -> None:
    leash, memory_bytes, idle_s = (int(argument) for argument in sys.argv[1:])
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    # Imported before the first file comes, and before it may open nothing more.
    import pypdfium2  # noqa: F401 - loaded for its effect: see above

    import lorewright.reading.pdf.reader  # noqa: F401 - as above

    network = confine(memory_bytes)
    live_with(leash)
    send(answers, encode(Hello(network)))
    _serve(requests, answers, idle_s)


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
        frame = encode(answer)
        send(answers, frame if len(frame) <= MOST_BYTES else encode(Refused(_TOO_MUCH)))
        del answer, frame
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
            reading = read(data, request.kind, request.name, request.charset, recognise)
            too_much = len(reading.content) > MAX_CHARACTERS and request.kind != "text"
            return Refused(_TOO_MUCH) if too_much else Read(reading)
        return Head(head(data, request.kind, request.charset))
    except Unreadable as error:
        return Refused(error.detail)
    except Unsupported as error:
        return Refused(error.detail, is_unsupported=True)


if __name__ == "__main__":
    main()
