"""What is wrong with a schema's text, and where."""


class SchemaError(ValueError):
    """A schema that does not parse. `column` counts characters from 1; `caret()` draws the place."""

    def __init__(self, message: str, text: str, column: int) -> None:
        super().__init__(f"schema: {message} (column {column} of {text!r})")
        self.message = message
        self.text = text
        self.column = column

    def caret(self) -> str:
        """The text and, on the line below it, a ^ under the column."""
        return f"{self.text}\n{' ' * (self.column - 1)}^"
