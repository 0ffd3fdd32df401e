"""Events: every kind says whether it shows something hidden, by a word of its own."""

from __future__ import annotations

import pytest

from branchline.engine.events import Event


@pytest.mark.parametrize("kind", Event.__subclasses__(), ids=lambda kind: kind.__name__)
def test_every_event_says_itself_whether_it_reveals_something(kind: type[Event]) -> None:
    assert isinstance(vars(kind).get("reveals"), bool)


def test_a_new_kind_of_event_would_be_noticed() -> None:
    assert not hasattr(Event, "reveals")
