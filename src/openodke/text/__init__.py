"""What every stage needs of plain text: sentences, folding, names and values."""

__all__: list[str] = []
