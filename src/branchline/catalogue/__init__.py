"""The catalogue of words that people read: a JSON file for each language and room. The pages read the same files."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

Message = str | dict[str, str]

ENGLISH = "en"


@cache
def room(name: str, language: str = ENGLISH) -> dict[str, Message]:
    """The messages of a room in a language."""
    found: dict[str, Message] = json.loads((files(__name__) / language / f"{name}.json").read_text(encoding="utf-8"))
    return found


def say(name: str, key: str, language: str = ENGLISH, /, **values: str | int) -> str:
    """A message of a room, in the form that fits its count, with values in its gaps."""
    message = room(name, language)[key]
    if not isinstance(message, str):
        message = _form(message, values.get("count", 0))
    return re.sub(r"\{(\w+)\}", lambda gap: str(values.get(gap[1], gap[0])), message)


def _form(forms: dict[str, str], count: str | int) -> str:
    """The form for a count: English has one for 1, and may have one for 0."""
    if count == 0 and "zero" in forms:
        return forms["zero"]
    return forms.get("one" if count == 1 else "other", forms["other"])
