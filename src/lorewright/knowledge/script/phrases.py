"""What a host says of itself, in the languages that episodes are held in. `{x}` stands for what is spoken of."""

from collections.abc import Sequence
from typing import NamedTuple


class Phrases(NamedTuple):
    one: str
    """The host opens an episode on one text. `{title}` of the episode, `{texts}` their titles, `{n}` how many."""
    several: str
    among: str
    """Of so many that only some are named."""
    hello: str
    """The expert's answer."""
    first: str
    """Leads to a text, before the question. `{x}`: its title."""
    next: Sequence[str]
    last: str
    called: Sequence[str]
    """Lead to a text whose title is too long to stand within a sentence: the first, one between, the last."""
    about: Sequence[str]
    """Ask of a text as a whole."""
    headed: Sequence[str]
    """Ask about a topic."""
    more: Sequence[str]
    """Ask for more of the same."""
    year: str
    thanks: str
    """The host ends."""
    sources: str
    """The expert says where it is from."""
    goodbye: str
    conjunction: str


_PHRASES = {
    "en": Phrases(
        one="Welcome to {title}. Today we talk about one text: {texts}.",
        several="Welcome to {title}. Today we talk about {n} texts: {texts}.",
        among="Welcome to {title}. Today we talk about {n} texts, among them {texts}.",
        hello="Hello. All that I say comes from these texts.",
        first="Let us begin with {x}.",
        next=("Let us turn to {x}.", "The next text is {x}.", "Now to {x}."),
        last="And finally, {x}.",
        called=("The first text is called “{x}”.", "The next text is called “{x}”.", "The last text is called “{x}”."),
        about=(
            "What is it about?",
            "What does it tell us?",
            "What is there to know of it?",
            "What is its subject?",
            "Where shall we begin?",
            "What did you find in it?",
            "What does it say?",
        ),
        headed=(
            "What do we learn about {x}?",
            "What is there to say about {x}?",
            "Let us talk about {x}.",
            "What should one know about {x}?",
            "What does the text say about {x}?",
            "And what about {x}?",
        ),
        more=(
            "What else?",
            "Please go on.",
            "And beyond that?",
            "What more is there?",
            "Tell us more.",
            "What else does the text say?",
            "What should we know besides?",
            "What comes next?",
            "Is there more to it?",
            "How does it go on?",
        ),
        year="What do we know of {x}?",
        thanks="That is all for today. Thank you for explaining it.",
        sources="Thank you. Where each sentence stands, the transcript says.",
        goodbye="This was {title}. Goodbye.",
        conjunction="and",
    ),
    "de": Phrases(
        one="Willkommen zu {title}. Heute sprechen wir über einen Text: {texts}.",
        several="Willkommen zu {title}. Heute sprechen wir über {n} Texte: {texts}.",
        among="Willkommen zu {title}. Heute sprechen wir über {n} Texte, darunter {texts}.",
        hello="Guten Tag. Alles, was ich sage, steht in diesen Texten.",
        first="Der erste Text ist {x}.",
        next=("Der nächste Text ist {x}.", "Weiter geht es mit dem Text {x}.", "Nun kommt der Text {x}."),
        last="Und der letzte Text ist {x}.",
        called=("Der erste Text heißt „{x}“.", "Der nächste Text heißt „{x}“.", "Der letzte Text heißt „{x}“."),
        about=(
            "Worum geht es darin?",
            "Was erfahren wir daraus?",
            "Wovon handelt er?",
            "Was steht darin?",
            "Womit fangen wir an?",
            "Was ist daran wichtig?",
            "Was sagt er uns?",
        ),
        headed=(  # the topic as it stands, whatever its case
            "Was erfahren wir zum Thema {x}?",
            "Was sagt der Text zum Thema {x}?",
            "Was sollte man zum Thema {x} wissen?",
            "Und zum Thema {x}?",
        ),
        more=(
            "Was noch?",
            "Und weiter?",
            "Was gibt es noch zu sagen?",
            "Bitte erzählen Sie weiter.",
            "Was steht noch in dem Text?",
            "Was sollten wir außerdem wissen?",
            "Wie geht es weiter?",
            "Was kommt als Nächstes?",
            "Und darüber hinaus?",
            "Gibt es noch mehr dazu?",
        ),
        year="Was wissen wir über das Jahr {x}?",
        thanks="Das war alles für heute. Danke für die Erklärungen.",
        sources="Vielen Dank. Wo jeder Satz steht, sagt die Niederschrift.",
        goodbye="Das war {title}. Auf Wiederhören.",
        conjunction="und",
    ),
    "fr": Phrases(
        one="Bienvenue dans {title}. Aujourd'hui, nous parlons d'un texte : {texts}.",
        several="Bienvenue dans {title}. Aujourd'hui, nous parlons de {n} textes : {texts}.",
        among="Bienvenue dans {title}. Aujourd'hui, nous parlons de {n} textes, dont {texts}.",
        hello="Bonjour. Tout ce que je dis vient de ces textes.",
        first="Commençons par {x}.",
        next=("Passons à {x}.", "Le texte suivant est {x}.", "Venons-en à {x}."),
        last="Et pour finir, {x}.",
        called=(
            "Le premier texte s'intitule « {x} ».",
            "Le texte suivant s'intitule « {x} ».",
            "Le dernier texte s'intitule « {x} ».",
        ),
        about=(
            "De quoi s'agit-il ?",
            "De quoi parle-t-il ?",
            "Que nous apprend-il ?",
            "Quel en est le sujet ?",
            "Par où commencer ?",
            "Que faut-il en retenir ?",
            "Qu'y trouve-t-on ?",
        ),
        headed=("Qu'apprend-on sur {x} ?", "Que faut-il savoir sur {x} ?", "Que dit le texte sur {x} ?", "Et {x} ?"),
        more=(
            "Quoi d'autre ?",
            "Et ensuite ?",
            "Que peut-on ajouter ?",
            "Continuez, je vous en prie.",
            "Que dit encore le texte ?",
            "Que faut-il savoir de plus ?",
            "Et au-delà ?",
            "Y a-t-il autre chose ?",
            "Dites-nous-en davantage.",
            "Comment cela continue-t-il ?",
        ),
        year="Que sait-on de {x} ?",
        thanks="C'est tout pour aujourd'hui. Merci pour ces explications.",
        sources="Merci. La transcription dit où se trouve chaque phrase.",
        goodbye="C'était {title}. Au revoir.",
        conjunction="et",
    ),
    "es": Phrases(
        one="Bienvenidos a {title}. Hoy hablamos de un texto: {texts}.",
        several="Bienvenidos a {title}. Hoy hablamos de {n} textos: {texts}.",
        among="Bienvenidos a {title}. Hoy hablamos de {n} textos, entre ellos {texts}.",
        hello="Hola. Todo lo que digo viene de estos textos.",
        first="Empecemos con {x}.",
        next=("Pasemos a {x}.", "El siguiente texto es {x}.", "Ahora, {x}."),
        last="Y por último, {x}.",
        called=(
            "El primer texto se titula «{x}».",
            "El texto siguiente se titula «{x}».",
            "El último texto se titula «{x}».",
        ),
        about=(
            "¿De qué trata?",
            "¿Qué nos cuenta?",
            "¿Cuál es su tema?",
            "¿Qué hay que saber de él?",
            "¿Por dónde empezamos?",
            "¿Qué se aprende en él?",
            "¿Qué dice?",
        ),
        headed=(
            "¿Qué aprendemos sobre {x}?",
            "¿Qué hay que saber sobre {x}?",
            "¿Qué dice el texto sobre {x}?",
            "¿Y {x}?",
        ),
        more=(
            "¿Qué más?",
            "¿Y después?",
            "¿Qué se puede añadir?",
            "Continúe, por favor.",
            "¿Qué más dice el texto?",
            "¿Qué más conviene saber?",
            "¿Y aparte de eso?",
            "¿Hay algo más?",
            "Cuéntenos más.",
            "¿Cómo sigue?",
        ),
        year="¿Qué se sabe de {x}?",
        thanks="Eso es todo por hoy. Gracias por las explicaciones.",
        sources="Gracias. La transcripción dice dónde está cada frase.",
        goodbye="Esto fue {title}. Hasta pronto.",
        conjunction="y",
    ),
}


class Unnamed(NamedTuple):
    """What an English host says of texts in a language that it does not speak: nothing of them is in it but their number."""

    welcome: str
    unnamed: str
    one: str
    several: str
    only: str
    """Lead to a title, which is then said in its own language."""
    first: str
    next: Sequence[str]
    last: str
    goodbye: str


UNNAMED = Unnamed(
    welcome="Welcome to {title}.",
    unnamed="Welcome.",
    one="Today we talk about one text.",
    several="Today we talk about {n} texts.",
    only="It is called:",
    first="The first text is called:",
    next=("The next text is called:", "Then there is a text called:"),
    last="And the last text is called:",
    goodbye="Goodbye.",
)
HOSTED = frozenset(_PHRASES)
"""Languages (ISO 639-1) that an episode can be held in."""


def phrases_of(language: str | None) -> Phrases:
    """English where there are none of the language."""
    return _PHRASES.get(language or "en", _PHRASES["en"])


def hosting(language: str) -> str:
    """Some of what a host says, with nothing in it of what is spoken of."""
    phrases = phrases_of(language)
    said = (phrases.hello, *phrases.about, *phrases.more, phrases.thanks, phrases.sources)
    return " ".join(said)


def listed(names: Sequence[str], conjunction: str) -> str:
    """ "A, B and C"."""
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}" if len(names) > 1 else "".join(names)
