"""What can go wrong, said to the person who can put it right."""


class BranchlineError(Exception):
    """Anything this package refuses to do, with the reason in words."""


class BoardError(BranchlineError):
    """A board or title that cannot be played, with the place of the mistake."""


class SetupError(BranchlineError):
    """A game that cannot be started like this."""


class IllegalAction(BranchlineError):
    """An action the rules do not allow now.

    ``code`` and ``details`` say the same as the message, for programs and translations.
    """

    def __init__(self, message: str, code: str = "illegal", **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


class RecordError(BranchlineError):
    """A record that is damaged, foreign or untrue, with the line it shows in."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
