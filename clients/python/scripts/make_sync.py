"""Makes _sync.py of _aio.py. --check: only says whether it is up to date."""

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "fiducial_client"
WORDS = [
    (r"The client, asynchronous\. scripts/make_sync\.py makes _sync\.py of it: change this file, then run that\.",
     "The client. Made of _aio.py by scripts/make_sync.py: change that file."),
    (r"import asyncio\n", ""),
    (r"asyncio\.sleep", "time.sleep"),
    (r"httpx\.Async(\w+)", r"httpx.\1"),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\baclose\b", "close"),
    (r"\baread\b", "read"),
    (r"\baiter_bytes\b", "iter_bytes"),
    (r"httpx\.BaseTransport", "httpx.BaseTransport"),
]


def made(text: str) -> str:
    for pattern, replacement in WORDS:
        text = re.sub(pattern, replacement, text)
    return text


if __name__ == "__main__":
    wanted = made((PACKAGE / "_aio.py").read_text())
    target = PACKAGE / "_sync.py"
    if "--check" in sys.argv:
        sys.exit(0 if target.exists() and target.read_text() == wanted else f"{target.name} is not made of _aio.py")
    target.write_text(wanted)
