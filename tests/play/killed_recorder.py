"""A script: records an event and takes it back, in processes killed before each line of the saving code.

Called with a file that a game was begun in. Every child is a copy of this process that plays the same steps and
is killed (SIGKILL) before the n-th line it runs of the recorder and of what writes files. Prints for every n,
as JSON: how many steps the child had reported, the play in the file, and whether it was killed.
"""

import json
import os
import shutil
import signal
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

from marriage_analysis.play import recorder as recorder_module
from marriage_analysis.play.recorder import Recorder
from marriage_analysis.records import files as files_module

WATCHED = {recorder_module.__file__, files_module.__file__}
STEPS = ("s qh", "undo")


def kill_before_line(number: int) -> None:
    """Have this process killed before the n-th line of the watched files from here on."""
    left = number

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename not in WATCHED:
            return None
        if event == "line":
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)


def take_steps(path: Path, number: int, report: int) -> None:
    recorder = Recorder.resume(path)
    kill_before_line(number)
    for step in STEPS:
        if step == "undo":
            recorder.undo()
        else:
            recorder.push(step)
        os.write(report, b".")


def main(path: Path) -> None:
    begun = path.with_name("begun.jsonl")
    shutil.copyfile(path, begun)
    for number in count(1):
        shutil.copyfile(begun, path)
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            take_steps(path, number, writer)
            os._exit(0)
        os.close(writer)
        status = os.waitpid(child, 0)[1]
        reported = len(os.read(reader, 100))
        os.close(reader)
        play = json.loads(path.read_text(encoding="utf-8"))["play"]
        killed = os.WIFSIGNALED(status)
        print(json.dumps({"reported": reported, "play": play, "killed": killed}))  # noqa: T201
        if not killed:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]))
