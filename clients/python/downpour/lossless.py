"""JSON whose numbers keep their digits."""

from __future__ import annotations

import json
import re
import secrets
from decimal import Decimal
from typing import Any

#: Python refuses to read a larger whole number as an `int`.
_INT_DIGITS_MAX = 4_300


def loads(text: str | bytes) -> Any:
    """The value of a text in JSON. A fraction is a `Decimal`, and a whole number an `int` of any size.

    Raises:
        ValueError: the text is no JSON.
    """
    return json.loads(text, parse_float=Decimal, parse_int=_whole, parse_constant=refuse)


def dumps(value: Any) -> str:
    """The text of a value in JSON. A `Decimal` keeps its digits.

    Raises:
        ValueError: JSON has no such number, for example NaN.
        TypeError: JSON has no such value.
    """
    mark = secrets.token_hex(8)

    def marked(other: Any) -> str:
        if not isinstance(other, Decimal):
            raise TypeError(f"JSON has no {type(other).__name__}")
        if not other.is_finite():
            raise ValueError(f"JSON has no {other}")
        return f"{mark}{other}"

    text = json.dumps(value, default=marked, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    return re.sub(f'"{mark}([^"]*)"', r"\1", text)


def refuse(constant: str) -> Any:
    """Refuses `NaN` and `Infinity`, which are no JSON."""
    raise ValueError(f"{constant} is no JSON")


def _whole(digits: str) -> int | Decimal:
    return Decimal(digits) if digits == "-0" or len(digits) > _INT_DIGITS_MAX else int(digits)
