"""What Web Push writes: the RFC's own example, and what a browser reads."""

from __future__ import annotations

import json
import os

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from server.alerting import bytes_of, decrypted, keys_of, text_of

from branchline.server import webpush

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RECEIVER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
    "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
BROWSER = {"p256dh": RECEIVER_PUBLIC, "auth": AUTH}


def test_the_example_of_the_rfc_comes_out_byte_for_byte() -> None:
    sealed = webpush.encrypt(PLAIN, BROWSER, bytes_of(SALT), webpush.private_key(SENDER))
    assert text_of(sealed) == BODY


def test_the_browser_of_the_tests_reads_the_example_of_the_rfc() -> None:
    assert decrypted(bytes_of(BODY), webpush.private_key(RECEIVER), bytes_of(AUTH)) == PLAIN


def test_a_browser_reads_what_is_written_to_it_and_no_two_messages_are_the_same() -> None:
    key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    first, second = (webpush.encrypt(b"your turn", keys_of(key, auth)) for _ in range(2))
    assert decrypted(first, key, auth) == decrypted(second, key, auth) == b"your turn"
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "", "auth": AUTH},
        {"p256dh": RECEIVER_PUBLIC, "auth": ""},
        {"p256dh": RECEIVER_PUBLIC[:-2], "auth": AUTH},
        {"p256dh": "B" + "A" * 86, "auth": AUTH},  # no point of the curve
        {"p256dh": RECEIVER_PUBLIC, "auth": "a"},
        {"p256dh": RECEIVER_PUBLIC, "auth": "ü" * 22},
    ],
)
def test_keys_that_no_browser_has_are_refused(keys: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r".*"):
        webpush.encrypt(PLAIN, keys)


def test_padded_keys_are_taken_too() -> None:
    padded = {"p256dh": RECEIVER_PUBLIC + "=", "auth": AUTH + "=="}
    assert webpush.browser_keys(padded)[1] == bytes_of(AUTH)


def test_the_signature_says_who_pushes_where_and_until_when() -> None:
    key = webpush.private_key(SENDER)
    header = webpush.authorization(key, "https://push.example.net", "mailto:host@example.org", 1_000_000)
    scheme, _, rest = header.partition(" ")
    given = dict(part.split("=", 1) for part in rest.split(", "))
    said, _, signature = given["t"].rpartition(".")
    head, claims = (json.loads(bytes_of(part)) for part in said.split("."))
    assert (scheme, head) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    assert claims["aud"] == "https://push.example.net"
    assert claims["sub"] == "mailto:host@example.org"
    assert 1_000_000 < claims["exp"] <= 1_000_000 + 24 * 3600
    raw = bytes_of(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(given["k"]))
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(der, said.encode(), ec.ECDSA(SHA256()))  # raises where it does not fit


@pytest.mark.parametrize("text", ["", "abc", "A" * 44, "A" * 43, "ü" * 43])
def test_a_key_of_the_host_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        webpush.private_key(text)
