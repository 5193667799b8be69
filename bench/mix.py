"""What a lively team does with the service, by clients in a process of their own.

`python -m bench.mix` reads a `Plan` as JSON from its input, tells each error on its error output when it happens, and writes
the `Outcome` as JSON. Whatever is not as it should be is an error: another status than the expected one, a time-out, a
source that is ready and not found by the word that only it holds, one that was deleted and still is.
"""

import json
import random
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from bench import metrics
from bench.booklets import booklet
from bench.texts import texts

TIMEOUT_S = 30.0
PING_S = 20.0
WORDS = 250
PDF_PAGES, PDF_WORDS = 2, 200
WAITING = 60
"""So many sources may be on their way; then nothing is fed until some are ready."""


@dataclass(frozen=True)
class Plan:
    """`rate` things a second together, for so many seconds, in a wiki of about `kept` sources; `known`: (id, own word, text).
    In the first `rush_s` of them nobody pauses."""

    address: str
    seconds: float
    rush_s: float
    rate: float
    clients: int
    kept: int
    seed: int
    known: list[tuple[str, str, str]]


@dataclass(frozen=True)
class Outcome:
    """By what was done: how often, and latencies in ms. `late_s`: how far the last moment lay behind its time."""

    done: dict[str, dict[str, float]]
    errors: list[str]
    events: dict[str, int]
    asked_again: int
    late_s: float


class Wrong(Exception):
    """The service did not do what it should."""


@dataclass
class Fed:
    """A source, the word that only it holds, and its text or its file."""

    id: str
    own: str
    content: str | bytes
    ready: bool = False
    lent: int = 0


class Shelf:
    """The sources that are there. What is lent is not taken off, so that nobody misses what another has just deleted."""

    def __init__(self, known: list[Fed]) -> None:
        self._all = {one.id: one for one in known}
        self._lock = threading.Lock()

    def add(self, one: Fed) -> None:
        with self._lock:
            self._all[one.id] = one

    def size(self) -> int:
        with self._lock:
            return len(self._all)

    def waiting(self) -> int:
        with self._lock:
            return sum(not one.ready for one in self._all.values())

    @contextmanager
    def lent(self, draw: random.Random, *, ready: bool) -> Iterator[Fed | None]:
        """One of those that are ready, or that are not; None where there is none."""
        with self._lock:
            some = [one for one in self._all.values() if one.ready == ready]
            chosen = draw.choice(some) if some else None
            if chosen is not None:
                chosen.lent += 1
        try:
            yield chosen
        finally:
            if chosen is not None:
                with self._lock:
                    chosen.lent -= 1

    def taken(self, draw: random.Random) -> Fed | None:
        """One that nobody has at hand, and that is no longer on the shelf."""
        with self._lock:
            some = [one for one in self._all.values() if not one.lent]
            return self._all.pop(draw.choice(some).id) if some else None


class Team:
    """What the clients share: the shelf, the pace, and what came of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.shelf = Shelf([Fed(id_, own, content, ready=True) for id_, own, content in plan.known])
        self.events: Counter[str] = Counter()
        self.asked_again = 0
        self.late_s = 0.0
        self._lock = threading.Lock()
        self._new = texts(sys.maxsize, WORDS, seed=plan.seed + 1)
        self._files = 0
        self._moments = 0
        self._began = time.monotonic()
        self._errors: list[str] = []
        self._latencies: defaultdict[str, list[float]] = defaultdict(list)

    def moments(self) -> Iterator[None]:
        """The next one each time its turn has come, whoever of the clients is free; those that came too late are left out."""
        while time.monotonic() - self._began < self.plan.rush_s:
            yield
        while True:
            with self._lock:
                due = self.plan.rush_s + self._moments / self.plan.rate
                self._moments += 1
            if due >= self.plan.seconds or self.ended():
                return
            late = time.monotonic() - self._began - due
            self.late_s = max(0.0, late)
            if late < 0:
                time.sleep(-late)
            yield

    def new_text(self) -> tuple[str, str]:
        with self._lock:
            return next(self._new)

    def new_file(self) -> tuple[bytes, str]:
        with self._lock:
            self._files += 1
            number = self._files
        data, owns = booklet(PDF_PAGES, seed=1_000_000 + self.plan.seed * 100_000 + number, words=PDF_WORDS)
        return data, owns[0]

    def took(self, what: str, ms: float) -> None:
        with self._lock:
            self._latencies[what].append(ms)

    def ask_again(self) -> None:
        with self._lock:
            self.asked_again += 1

    def wrong(self, what: str, why: str) -> None:
        said = f"{time.monotonic() - self._began:.1f} s, {what}: {why}"
        print(said, file=sys.stderr, flush=True)
        with self._lock:
            self._errors.append(said)

    def ended(self) -> bool:
        return time.monotonic() - self._began > self.plan.seconds

    def outcome(self) -> Outcome:
        done = {
            what: {
                "times": len(values),
                "p50_ms": round(metrics.percentile(values, 0.5), 1),
                "p99_ms": round(metrics.percentile(values, 0.99), 1),
                "most_ms": round(max(values), 1),
            }
            for what, values in sorted(self._latencies.items())
        }
        return Outcome(done, self._errors, dict(self.events), self.asked_again, round(self.late_s, 1))


class Client:
    """One of the team."""

    def __init__(self, team: Team, number: int) -> None:
        self._team = team
        self._draw = random.Random(f"{team.plan.seed}-{number}")
        self._http = httpx.Client(base_url=team.plan.address, timeout=TIMEOUT_S, trust_env=False)
        self._conversations: list[str] = []

    def run(self) -> None:
        things: list[tuple[Callable[[], None], float]] = [
            (self._find, 22),
            (self._search, 12),
            (self._list_articles, 14),
            (self._list_sources, 9),
            (self._look_after_what_is_new, 10),
            (self._list_jobs, 6),
            (self._list_conversations, 8),
            (self._ask, 6),
            (self._ask_streamed, 4),
            (self._feed_or_delete, 7),
            (self._feed_again, 1),
            (self._compile_again, 1),
        ]
        does, weights = zip(*things, strict=True)
        with self._http:
            for _ in self._team.moments():
                (one,) = self._draw.choices(does, weights)
                try:
                    one()
                except (Wrong, httpx.HTTPError, json.JSONDecodeError) as error:
                    self._team.wrong(one.__name__.strip("_"), f"{type(error).__name__} {error}")

    def _find(self) -> None:
        """A source that is ready, by its own word; then its article."""
        with self._team.shelf.lent(self._draw, ready=True) as one:
            if one is None:
                return
            hits = self._json("search", "GET", "/wiki/search", params={"q": one.own, "limit": 5})
            if not hits or one.id not in hits[0]["source_ids"]:
                raise Wrong(f"{one.own} of {one.id} is not found")
            article = self._json("article", "GET", f"/wiki/articles/{hits[0]['slug']}")
            if one.id not in [source["id"] for source in article["sources"]]:
                raise Wrong(f"the article {hits[0]['slug']} does not name its source {one.id}")

    def _search(self) -> None:
        with self._team.shelf.lent(self._draw, ready=True) as one:
            self._json("search", "GET", "/wiki/search", params={"q": self._words_of(one, 3)})

    def _list_articles(self) -> None:
        offset = self._draw.choice((0, 0, 50, 200))
        self._json("articles", "GET", "/wiki/articles", params={"limit": 50, "offset": offset})

    def _list_sources(self) -> None:
        self._json("sources", "GET", "/ingest/sources", params={"limit": 50})

    def _look_after_what_is_new(self) -> None:
        """Whether a source that was fed is ready by now."""
        with self._team.shelf.lent(self._draw, ready=False) as one:
            if one is None:
                self._list_sources()
                return
            source = self._json("source", "GET", f"/ingest/sources/{one.id}")
            if source["status"] == "failed":
                raise Wrong(f"{one.id} failed: {source['error_message']}")
            one.ready = source["status"] == "compiled"

    def _list_jobs(self) -> None:
        self._json("jobs", "GET", "/jobs", params={"limit": 20})

    def _list_conversations(self) -> None:
        listed = self._json("conversations", "GET", "/query/conversations", params={"limit": 20})
        if listed:
            self._json("conversation", "GET", f"/query/conversations/{self._draw.choice(listed)['id']}")

    def _ask(self) -> None:
        """Every third time in a conversation of one's own. An answer that rests on what is deleted meanwhile is refused (409)."""
        with self._team.shelf.lent(self._draw, ready=True) as one:
            answer = self._sent("ask", "POST", "/query", json=self._question(one))
        if answer.status_code == 409:
            self._team.ask_again()
            return
        self._conversations.append(self._checked(answer)["conversation"]["id"])
        del self._conversations[:-20]

    def _ask_streamed(self) -> None:
        with self._team.shelf.lent(self._draw, ready=True) as one:
            answer = self._sent("ask streamed", "POST", "/query/stream", json=self._question(one))
        if answer.status_code == 200 and "deleted meanwhile" in answer.text:
            self._team.ask_again()
        elif answer.status_code != 200 or "\nevent: done\n" not in answer.text:
            raise Wrong(f"{answer.status_code} {answer.text[-200:]}")

    def _feed_or_delete(self) -> None:
        """As many come as go, once there are as many as are kept."""
        if self._team.shelf.size() > self._team.plan.kept:
            self._delete()
        elif self._team.shelf.waiting() > WAITING:
            self._list_jobs()
        elif self._draw.random() < 1 / 6:
            data, own = self._team.new_file()
            self._feed("feed a PDF", data, own)
        else:
            content, own = self._team.new_text()
            self._feed("feed a text", content, own)

    def _feed_again(self) -> None:
        with self._team.shelf.lent(self._draw, ready=True) as one:
            if one is not None and self._fed("feed again", one.content) != one.id:
                raise Wrong(f"{one.id} fed again is another source")

    def _compile_again(self) -> None:
        with self._team.shelf.lent(self._draw, ready=True) as one:
            if one is not None:
                self._json("compile again", "POST", f"/jobs/compile/{one.id}")

    def _delete(self) -> None:
        """And it is found no more."""
        one = self._team.shelf.taken(self._draw)
        if one is None:
            return
        self._json("delete", "DELETE", f"/ingest/sources/{one.id}")
        hits = self._json("search", "GET", "/wiki/search", params={"q": one.own, "limit": 5})
        if any(one.id in hit["source_ids"] for hit in hits):
            raise Wrong(f"{one.id} was deleted and is found")

    def _feed(self, what: str, content: str | bytes, own: str) -> None:
        self._team.shelf.add(Fed(self._fed(what, content), own, content))

    def _fed(self, what: str, content: str | bytes) -> str:
        if isinstance(content, str):
            source = self._json(what, "POST", "/ingest/text", json={"content": content})
        else:
            source = self._json(what, "POST", "/ingest/pdf", files={"file": ("made.pdf", content, "application/pdf")})
        return str(source["id"])

    def _question(self, one: Fed | None) -> dict[str, str]:
        question = {"question": f"What is known of {self._words_of(one, 6)}?"}
        if self._conversations and self._draw.random() < 1 / 3:
            question["conversation_id"] = self._draw.choice(self._conversations)
        return question

    def _words_of(self, one: Fed | None, count: int) -> str:
        """Some that follow each other in its text."""
        content = one.content if one is not None and isinstance(one.content, str) else "the price of copper and tin"
        words = content.split()
        at = self._draw.randrange(max(1, len(words) - count))
        return " ".join(words[at : at + count]).strip(".,")

    def _json(self, what: str, method: str, path: str, **given: Any) -> Any:
        return self._checked(self._sent(what, method, path, **given))

    def _checked(self, answer: httpx.Response) -> Any:
        if answer.status_code != 200:
            raise Wrong(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:200]}")
        return answer.json()

    def _sent(self, what: str, method: str, path: str, **given: Any) -> httpx.Response:
        began = time.perf_counter()
        answer = self._http.request(method, path, **given)
        self._team.took(what, (time.perf_counter() - began) * 1000)
        return answer


def listen(team: Team) -> None:
    """Hears what happens until the end, as one of the team has the wiki open all day."""
    address = team.plan.address.replace("http://", "ws://").rstrip("/") + "/ws"
    try:
        with connect(address, proxy=None) as socket:
            pinged = time.monotonic()
            while not team.ended():
                with suppress(TimeoutError):  # nothing happened for a second
                    team.events[str(json.loads(socket.recv(timeout=1.0)).get("event"))] += 1
                if time.monotonic() - pinged > PING_S:
                    pinged = time.monotonic()
                    socket.send('{"type": "ping"}')
    except (OSError, WebSocketException, json.JSONDecodeError) as error:
        team.wrong("listen", f"{type(error).__name__} {error}")
    if not team.events["pong"]:
        team.wrong("listen", "no ping was answered")


def main() -> None:
    team = Team(Plan(**json.load(sys.stdin)))
    threads = [threading.Thread(target=Client(team, number).run) for number in range(team.plan.clients)]
    threads.append(threading.Thread(target=listen, args=(team,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    json.dump(asdict(team.outcome()), sys.stdout)


if __name__ == "__main__":
    main()
