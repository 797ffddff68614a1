"""Answers for the comparison: what the real skills-ref says about each case on standard input.

One JSON object a line: {"directory": ..., "text": ...}. One JSON list of messages a line comes back,
or null where the validator itself fell over.
"""
import json
import pathlib
import sys
import tempfile

from skills_ref import validate


def answer(case, root):
    directory = root / case["directory"]
    directory.mkdir()
    try:
        with open(directory / "SKILL.md", "w", encoding="utf-8", newline="") as file:
            file.write(case["text"])
        return [message.replace(str(root) + "/", "") for message in validate(directory)]
    except Exception:
        return None


with tempfile.TemporaryDirectory() as top:
    for number, line in enumerate(sys.stdin):
        root = pathlib.Path(top) / str(number)
        root.mkdir()
        print(json.dumps(answer(json.loads(line), root)), flush=False)
