"""A cursor over a schema's text: spaces, words and punctuation. Knows no grammar."""

from typing import NoReturn

from tt_opspec.schema.error import SchemaError


class Scanner:
    """`at` is the index of the next character not yet read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        """Refuses the text at index `at`, or here."""
        raise SchemaError(message, self.text, (self.here() if at is None else at) + 1)

    def skip_space(self) -> None:
        """Moves over blanks."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def here(self) -> int:
        """The index of the next character that is not a blank."""
        self.skip_space()
        return self.at

    def peek(self) -> str:
        """The next character that is not a blank, "" at the end."""
        self.skip_space()
        return self.text[self.at : self.at + 1]

    def take(self, token: str) -> bool:
        """Reads `token` if it comes next."""
        self.skip_space()
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def expect(self, token: str, where: str) -> None:
        """Reads `token`, or refuses."""
        if not self.take(token):
            self.fail(f"expected '{token}' {where}, got {self.seen()}")

    def seen(self) -> str:
        """The next character as an error shows it."""
        return repr(self.peek()) if self.peek() else "the end"

    def word(self, what: str) -> str:
        """Reads letters, digits and underscores."""
        start = end = self.here()
        while end < len(self.text) and (
            self.text[end] == "_" or (self.text[end].isalnum() and self.text[end].isascii())
        ):
            end += 1
        if end == start:
            self.fail(f"expected {what}, got {self.seen()}")
        self.at = end
        return self.text[start:end]

    def identifier(self, what: str) -> str:
        """Reads a word that does not start with a digit."""
        place = self.here()
        word = self.word(what)
        if word[0].isdecimal():
            self.fail(f"expected {what}, got '{word}', which starts with a digit", place)
        return word
