"""The exceptions of the toolkit: mistakes of a caller, with the value and its place.

A fault *in a record* is no exception but a :class:`marriage_analysis.findings.Finding`.
"""


class MarriageError(Exception):
    """Base of every exception this toolkit raises on purpose."""


class NotationError(MarriageError, ValueError):
    """Text that is not card notation.

    ``reason`` says why, ``text`` is what was given, ``position`` the index in it where reading failed.
    """

    def __init__(self, message: str, *, text: str, position: int = 0) -> None:
        super().__init__(f"{message} (in {text!r} at position {position})")
        self.reason = message
        self.text = text
        self.position = position


class RuleOptionError(MarriageError, ValueError):
    """A rule option that does not exist, or a value it cannot have.

    ``option`` is the name as given (dotted for a part of an option), ``value`` the value as given.
    """

    def __init__(self, message: str, *, option: str, value: object = None) -> None:
        super().__init__(message)
        self.option = option
        self.value = value


class CardError(MarriageError, ValueError):
    """A card where it cannot be, such as a printed joker as tiplu; ``card`` is its text."""

    def __init__(self, message: str, *, card: str) -> None:
        super().__init__(message)
        self.card = card


class CountError(MarriageError, ValueError):
    """A number of cards, points or seats that cannot occur; ``value`` is the number as given."""

    def __init__(self, message: str, *, value: object) -> None:
        super().__init__(message)
        self.value = value


class SettlementError(MarriageError, ValueError):
    """A game that cannot be settled as asked: what is missing or contradicts itself."""


class InputFileError(MarriageError):
    """A file that cannot be read at all; ``path`` names it."""

    def __init__(self, message: str, *, path: str) -> None:
        super().__init__(message)
        self.path = path


class StoreError(MarriageError):
    """A store or a query that cannot be used as asked."""


class ArchiveAttributeError(StoreError, AttributeError):
    """Something that an archive is asked for as its attribute and that it does not have."""


class RecordError(MarriageError, ValueError):
    """A value that no record can hold; ``path`` is its JSON path, None for the record itself."""

    def __init__(self, message: str, *, path: str | None) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path


class WordError(MarriageError, ValueError):
    """A word that is none of those to choose from (a language, a format); ``word`` as given."""

    def __init__(self, message: str, *, word: str) -> None:
        super().__init__(message)
        self.word = word


class MissingExtraError(MarriageError):
    """Something needs packages that are not installed; ``extra`` names the optional set that brings them."""

    def __init__(self, extra: str, *, needed_for: str) -> None:
        super().__init__(
            f"{needed_for} needs packages that are not installed; install them with:"
            f' pip install "marriage-analysis[{extra}]"'
        )
        self.extra = extra


class IllegalActionError(MarriageError, ValueError):
    """An action that the rules do not allow now; ``rule`` is the rule's ID, None where none is concerned."""

    def __init__(self, message: str, *, seat: int, action: object, rule: str | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.seat = seat
        self.action = action
        self.rule = rule


class AbilityError(MarriageError):
    """Something that was asked of a game and that this game cannot do; ``game`` is its name."""

    def __init__(self, message: str, *, game: str) -> None:
        super().__init__(message)
        self.game = game
