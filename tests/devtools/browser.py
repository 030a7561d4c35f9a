"""A page in headless Chromium, with a script of the test run in it once it is loaded."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_ANSWER = re.compile(r'<pre id="answer">(.*?)</pre>', re.DOTALL)
_HARNESS = """
<script>
addEventListener("error", (event) => answer({ error: String(event.message) }));
function answer(value) {
  const element = document.createElement("pre");
  element.id = "answer";
  element.textContent = JSON.stringify(value);
  document.body.append(element);
}
</script>
"""


def ask(page: Path, script: str, folder: Path) -> Any:
    """What the script, the body of a function, returns."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium here; apt-get install chromium")
    text = page.read_text(encoding="utf-8")
    copy = folder / "asked.html"
    question = f"<script>answer((() => {{{script}}})());</script>"
    copy.write_text(text.replace("<head>", f"<head>{_HARNESS}").replace("</body>", f"{question}</body>"))
    done = subprocess.run(
        [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900",
         f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=2000", "--dump-dom", copy.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    found = _ANSWER.search(done.stdout)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(unescape(found[1]))
