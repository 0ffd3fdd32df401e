"""A bot without a plan."""

from collections.abc import Sequence

from branchline.engine.actions import Action
from branchline.engine.core.dealer import Dealer
from branchline.engine.view import View


class RandomBot:
    """Does any legal thing, each as likely as the others."""

    def choose(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """Any of them."""
        return legal[chance.below(len(legal))]
