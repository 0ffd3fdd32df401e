"""Names: which can be shown, which look alike, and which belong to nobody.

Looks are compared by the skeletons of Unicode's UTS 39: what is easily taken for each other has the same skeleton.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import regex

from branchline import bots
from branchline.server.errors import Refused

SHORTEST_NAME, LONGEST_NAME = 2, 24
LONGEST_ACCOUNT = 40  # in the small letters by which it is stored

# The scripts of living languages (UAX 31). Each may be used alone; these sets are those in which people mix them.
SCRIPTS = (
    "Adlm Arab Armn Beng Bopo Cans Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn"
    " Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu Tfng Thaa Thai Tibt Yiii"
)
TOGETHER = (("Latn", "Hani", "Hira", "Kana"), ("Latn", "Hani", "Bopo"), ("Latn", "Hani", "Hang"))
ANY_SCRIPT = r"\p{scx=Zyyy}\p{scx=Zinh}"

# Braille's blank and a musical sign have no ink either, whatever their category says.
INVISIBLE = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\U0001D159]")
# A mark needs a letter to stand on; two of them are enough for any language's letters, and the same twice is a trick.
LOOSE_MARK = regex.compile(r"(?:^|[^\p{L}\p{N}\p{M}])\p{M}")
PILED_MARKS = regex.compile(r"[\p{Mn}\p{Me}]{3,}|([\p{Mn}\p{Me}])\1")

# Who could be taken for the services, for the rules, or for anybody at all; in some of the languages people play in.
NOBODYS = """
admin administrator administrateur administrador amministratore administratör ylläpitäjä beheerder админ
moderator mod modérateur moderador moderatore moderatör модератор owner operator root staff team official
host server system support help service info branchline webmaster
somebody someone anybody anyone nobody noone everyone everybody all none null undefined deleted unknown anonymous
jemand niemand quelqu'un personne alguien nadie todos qualcuno nessuno någon ingen joku
you me myself guest invité invitado ospite vieras гость
bot computer spectator watcher dealer stand-in substitute
"""
# What the page suggests to newcomers: no account may take it from them.
GUESTS_ONLY = ("traveller",)

# Digits and signs that are read as letters; i and l are one, whatever their case makes of them.
READ_AS = str.maketrans("013457$!|i", "oleastslll")

DRAWN = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:SQUARED|CIRCLED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER)"
    " ([A-Z])"
)


@dataclass(frozen=True)
class Looks:
    """What a name is compared by: as it is read in small letters, and as it stands there."""

    skeleton: str
    as_written: str


def account_of(name: str) -> str:
    """What makes an account's name unique: it is the same in small and wide letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def looks_of(name: str) -> Looks:
    """The skeletons of a name. Ian and lan differ in small letters, so the name as written counts as well."""
    return Looks(_skeleton(account_of(name)).casefold(), _skeleton(unicodedata.normalize("NFKC", name)))


def alike(one: Looks, other: Looks) -> bool:
    """Whether one name could be taken for the other."""
    return one.skeleton == other.skeleton or one.as_written == other.as_written


def _skeleton(name: str) -> str:
    """UTS 39's skeleton: invisible characters taken out, each other one replaced by its prototype."""
    seen = INVISIBLE.sub("", unicodedata.normalize("NFD", name))
    found = unicodedata.normalize("NFD", seen.translate(_prototypes()))
    return re.sub("(?<=[ijl])\u0307", "", found)  # a second dot on the dot of an i


@cache
def _prototypes() -> dict[int, str]:
    """Unicode's table of characters that look alike, from each to its prototype."""
    found = {}
    for line in (Path(__file__).parent / "confusables.txt").read_text(encoding="utf-8-sig").splitlines():
        parts = line.partition("#")[0].split(";")
        if len(parts) == 3:
            found[int(parts[0], 16)] = "".join(chr(int(each, 16)) for each in parts[1].split())
    drawn = _drawn_letters()
    # A prototype may itself be such a letter, and a letter has a prototype: m is known as rn.
    known = {code: prototype.translate(drawn) for code, prototype in found.items()}
    return known | {code: found.get(ord(letter), letter) for code, letter in drawn.items()}


def _drawn_letters() -> dict[int, str]:
    """Letters that Unicode's table leaves alone, since no identifier may have them: small capitals, those in boxes."""
    codes = (*range(0x250, 0x2B0), *range(0x1D00, 0x1D80), *range(0xA700, 0xA800), *range(0x1F150, 0x1F200))
    named = {code: DRAWN.fullmatch(unicodedata.name(chr(code), "")) for code in codes}
    return {code: match[1].lower() for code, match in named.items() if match}


# --- names that may be taken


def clean_name(name: str) -> str:
    """A name fit to be shown, or an error that says what is wrong with it."""
    cleaned = re.sub(r"\s+", " ", unicodedata.normalize("NFC", name)).strip()
    if INVISIBLE.search(cleaned):
        raise Refused("name_invisible")
    if not SHORTEST_NAME <= len(cleaned) <= LONGEST_NAME or len(account_of(cleaned)) > LONGEST_ACCOUNT:
        raise Refused("name_length", least=SHORTEST_NAME, most=LONGEST_NAME)
    if any(unicodedata.category(letter)[0] not in "LMNPSZ" or letter in "<>/\\@" for letter in cleaned):
        raise Refused("name_letters")
    _check_marks(cleaned)
    if not any(letter.isalnum() for letter in cleaned):
        raise Refused("name_empty")
    if not any(each.fullmatch(cleaned) for each in _scripts()):
        raise Refused("name_mixed_scripts")
    if _rough(cleaned) & _reserved():
        raise Refused("name_reserved")
    return cleaned


def check_account_name(name: str) -> None:
    """Refuse what guests may be called, but no account."""
    if _rough(name) & _rough(*GUESTS_ONLY):
        raise Refused("name_reserved")


def _check_marks(name: str) -> None:
    apart = unicodedata.normalize("NFD", name)
    if LOOSE_MARK.search(apart) or PILED_MARKS.search(apart):
        raise Refused("name_marks")


@cache
def _scripts() -> tuple[regex.Pattern[str], ...]:
    """What a name in one script looks like, or in several that go together."""
    sets = [*((script,) for script in SCRIPTS.split()), *TOGETHER]
    return tuple(
        regex.compile("[" + ANY_SCRIPT + "".join(f"\\p{{scx={each}}}" for each in scripts) + "]*") for scripts in sets
    )


@cache
def _reserved() -> frozenset[str]:
    return _rough(*NOBODYS.split(), *bots.names())


def _rough(*names: str) -> frozenset[str]:
    """Names as somebody reads them who does not look closely: with or without a number, and no accents or signs."""
    found = set()
    for name in names:
        for form in (name, re.sub(r"[\W\d_]+$", "", name)):
            for seen in (_skeleton(account_of(form)).casefold(), _skeleton(form).casefold()):
                read = _plain(seen.translate(READ_AS))
                if read:
                    found.add(read)
    return frozenset(found)


def _plain(name: str) -> str:
    """Only letters and digits, without their accents."""
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if letter.isalnum())


# --- names at a table


def apart(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """The same names, but none like another or like those taken: who comes later gets a number."""
    seen = [looks_of(name) for name in taken]
    shown = []
    for name in names:
        free = next(each for each in _numbered(name) if not any(alike(looks_of(each), other) for other in seen))
        seen.append(looks_of(free))
        shown.append(free)
    return shown


def _numbered(name: str) -> Iterable[str]:
    yield name
    number = 2
    while True:
        yield f"{name} {number}"
        number += 1
