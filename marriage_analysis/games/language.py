"""The languages that explanations are given in; each game has its own words in them."""

from enum import Enum, unique

from marriage_analysis.errors import WordError


@unique
class Language(Enum):
    """A language explanations can be given in."""

    ENGLISH = "en"
    NEPALI = "ne"


def find_language(word: str) -> Language:
    """The language with that code; raises ``WordError`` where there are no words in it."""
    known = {choice.value: choice for choice in Language}
    if word not in known:
        raise WordError(f"there are no words in {word!r}; there are: {', '.join(known)}", word=word)
    return known[word]
