"""Runs the code blocks of a page in their order, as one program: `blocks.py PAGE`."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
from pathlib import Path
from typing import Any


async def main(text: str) -> int:
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"__name__": "page"}
    for number, block in enumerate(blocks, 1):
        code = compile(block, f"block {number}", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        result = eval(code, names)
        if inspect.isawaitable(result):
            await result
    return len(blocks)


print("blocks:", asyncio.run(main(Path(sys.argv[1]).read_text("utf-8"))))
