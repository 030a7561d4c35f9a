"""`--html` and `--chrome`: whole files or none, and what is in them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ran import Tt
from tt_devtools.failure import Failure
from tt_devtools.trace.chrome import chrome_trace
from tt_devtools.trace.whole_file import write_whole

CHROMIUM = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)


def test_chrome_trace_has_a_slice_for_each_stage(tt: Tt, tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    ran = tt("trace", "add", "--requires-grad", "--vs", "strided", "--chrome", str(file), "--json")
    assert ran.code == 0
    events = json.loads(file.read_text())["traceEvents"]
    tracks = {event["args"]["name"]: event["tid"] for event in events if event["name"] == "thread_name"}
    assert list(tracks) == ["tt", "tt, strided"]
    route = ran.json["routes"]["tt"]
    slices = [event for event in events if event["ph"] == "X" and event["tid"] == tracks["tt"]]
    assert len(slices) == len(route["stages"]) + len(route["backward"]["stages"])
    assert slices[0]["name"] == "call tt.add"
    for event, stage in zip(slices, route["stages"], strict=False):
        if stage["parent"] >= 0:  # Perfetto nests what lies inside
            outer = slices[stage["parent"]]
            assert outer["ts"] - 1e-6 <= event["ts"]
            assert event["ts"] + event["dur"] <= outer["ts"] + outer["dur"] + 1e-6
    backward = slices[len(route["stages"])]
    assert backward["ts"] >= slices[0]["ts"] + slices[0]["dur"] - 1e-6


def test_a_route_that_was_not_followed_has_no_track() -> None:
    events = chrome_trace({"torch": {"unavailable": "no torch"}})["traceEvents"]
    assert [event["name"] for event in events] == ["process_name"]


def test_the_page_is_self_contained(tt: Tt, tmp_path: Path) -> None:
    file = tmp_path / "trace.html"
    assert tt("trace", "add", "--html", str(file)).code == 0
    text = file.read_text()
    assert re.findall(r"(?:src|href)\s*=|@import|url\(", text) == []
    assert "packages/kernels/cpp/tt/kernels/functors/arithmetic.h" in text


def test_text_is_escaped(tt: Tt, tmp_path: Path) -> None:
    file = tmp_path / "trace.html"
    tt("trace", "add", "--assert", "kernel!~<script>alert(1)", "--html", str(file))
    assert "<script>alert" not in file.read_text()


@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium")
def test_the_page_in_chromium(tt: Tt, tmp_path: Path) -> None:
    assert CHROMIUM is not None
    file = tmp_path / "trace.html"
    tt("trace", "add", "--shape", "2x3,4", "--vs", "shape=2x3,3", "--html", str(file))
    probe = """<script>{
      document.getElementById("open").click();
      const filter = document.getElementById("filter");
      filter.value = "iterate";
      filter.dispatchEvent(new Event("input"));
      document.title = [
        document.documentElement.dataset.ready,
        document.querySelectorAll("details.stage[open]").length,
        document.querySelectorAll("details.stage:not(.hidden)").length,
        document.querySelectorAll("details.raised").length,
        document.querySelectorAll("tr.marked").length > 0,
      ].join(" ");
    }</script>"""
    file.write_text(file.read_text().replace("</body>", f"{probe}</body>"))
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=5000", "--dump-dom"]
    done = subprocess.run([*command, file.as_uri()], capture_output=True, text=True, timeout=120)
    title = re.search(r"<title>(.*?)</title>", done.stdout)
    assert title, done.stderr
    # Five stages of the call that raised and six of the one that did not; both have one that iterates.
    assert title[1] == "yes 11 2 1 true"


@pytest.mark.parametrize("option", ["--html", "--chrome"])
def test_an_unwritable_output_is_refused_before_anything_runs(tt: Tt, tmp_path: Path, option: str) -> None:
    folder = tt("trace", "add", option, str(tmp_path))
    assert (folder.code, folder.out) == (2, "")
    assert f"tt trace: {option}: {tmp_path} is a folder" in folder.err
    missing = tt("trace", "add", option, str(tmp_path / "no" / "file"))
    assert (missing.code, missing.out) == (2, "")
    assert f"hint: mkdir -p {tmp_path / 'no'}" in missing.err


@pytest.mark.parametrize(("arguments", "code"), [(["add"], 1), (["add", "--json"], 1), (["ad", "--json"], 2)])
def test_a_full_disk_behind_stdout_is_one_message(arguments: list[str], code: int) -> None:
    command = [sys.executable, "-m", "tt_devtools", "trace", *arguments]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == code
    assert done.stderr.startswith("tt trace: No space left" if code == 1 else "tt trace: unknown op 'ad'")
    assert "Traceback" not in done.stderr


def test_a_failing_write_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "page.html"
    file.write_text("before")

    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(Failure, match=r"--html: cannot write .*: No space left on device"):
        write_whole(file, "after", "--html")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("page.html", "before")]


def test_links_and_pipes_stay_what_they_are(tmp_path: Path) -> None:
    file, link = tmp_path / "page.html", tmp_path / "link.html"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "after", "--html")
    assert link.is_symlink()
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("after", 0o640)
    write_whole(Path("/dev/null"), "nothing", "--html")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("option", ["--html", "--chrome"])
@pytest.mark.parametrize("target", ["add", "./work.py"])
def test_a_file_that_cannot_be_written_is_the_one_object(
    tt: Tt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("work.py").write_text("print('ran')\n")
    ran = tt("trace", target, option, "/dev/full", "--json")
    assert ran.code == 1
    assert ran.json["error"] == f"{option}: cannot write /dev/full: No space left on device"
