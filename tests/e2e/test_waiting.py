"""The waiting room: whoever sits there is told apart, and a host says who may stay."""

from __future__ import annotations

from e2e.conftest import MakePlayer
from server.kit import Server


def test_a_host_removes_somebody_who_is_told_and_goes_on_watching(server: Server, come: MakePlayer) -> None:
    host, eve = come(server, "Dora"), come(server, "Eve")
    address = host.make_table("usa", "open")
    eve.sit_down(address)
    host.page.get_by_role("button", name="Remove Eve from the table").click()
    eve.page.get_by_role("alert").get_by_text("The host has removed you from this table. You can watch it.").wait_for()
    # Whoever sits can leave; whoever watches cannot.
    eve.page.get_by_role("button", name="Leave the table").wait_for(state="detached")
    host.page.get_by_text("1 seat is free.").wait_for()
    assert host.page.get_by_role("button", name="Remove").count() == 0


def test_two_guests_of_one_name_are_told_apart_and_every_name_has_its_own_direction(
    server: Server, come: MakePlayer
) -> None:
    first, second, far = come(server, "Elsa"), come(server, "Elsa"), come(server, "שרה (1")
    address = first.make_table("usa", "open", "open")
    second.sit_down(address)
    far.sit_down(address)
    first.page.locator(".seats bdi", has_text="שרה (1").wait_for()
    assert first.page.locator(".seats bdi").all_inner_texts() == ["Elsa", "Elsa 2", "שרה (1"]
    first.begin()
    first.page.locator(".players bdi", has_text="Elsa 2").wait_for()
    assert first.page.locator(".players bdi").all_inner_texts() == ["Elsa", "Elsa 2", "שרה (1"]
