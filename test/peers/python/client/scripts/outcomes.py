"""Prints the outcome of each test as a line of JSON, which the tests in TypeScript read."""

from __future__ import annotations

import asyncio
import inspect
import json
import traceback
from collections.abc import Mapping
from typing import Any, Callable


def run(tests: Mapping[str, Callable[[], Any]]) -> None:
    """Runs the tests one after the other."""
    for name, test in tests.items():
        try:
            result = test()
            if inspect.isawaitable(result):
                asyncio.run(_awaited(result))
        except Exception:
            failure: str | None = traceback.format_exc()
        else:
            failure = None
        print(json.dumps({"name": name, "failure": failure}), flush=True)


async def _awaited(result: Any) -> None:
    await result
