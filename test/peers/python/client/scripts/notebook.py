"""Executes a notebook in a kernel, and keeps its pictures: `notebook.py NOTEBOOK FOLDER`. Prints its texts."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
folder = Path(sys.argv[2])
NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
pictures = [one["data"]["image/png"] for one in outputs if "image/png" in one.get("data", {})]
for number, picture in enumerate(pictures, 1):
    (folder / f"picture-{number}.png").write_bytes(base64.b64decode(picture))
for output in outputs:
    print(output.get("text") or output.get("data", {}).get("text/plain"))
