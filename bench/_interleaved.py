"""Two jobs timed in one run, in turn, so that a machine whose speed drifts slows both alike."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7


@dataclass(frozen=True)
class Job:
    """A job that gives the number of units it did; it must assert its own answer."""

    name: str
    unit: str
    run: Callable[[], int]


def compare(ours: Job, peer: Job, *, must: float, aim: float) -> bool:
    """Print both rates and the median of 7 ratios (CPU time); true where it is as it must be."""
    rates: dict[str, list[float]] = {ours.name: [], peer.name: []}
    # What the imports of both sides left in memory is no part of either job's garbage collection.
    gc.collect()
    gc.freeze()
    ratios: list[float] = []
    for _ in range(ROUNDS):
        pair = [_rate(job) for job in (ours, peer)]
        rates[ours.name].append(pair[0])
        rates[peer.name].append(pair[1])
        ratios.append(pair[0] / pair[1])
    ratio = statistics.median(ratios)
    for job in (ours, peer):
        print(f"  {job.name:<52} {statistics.median(rates[job.name]):>12,.0f} {job.unit}/s")
    verdict = "aim reached" if ratio >= aim else "as it must be" if ratio >= must else "TOO SLOW"
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(f"  ratio {ratio:.2f} ({spread}); must {must:g}, aim {aim:g}: {verdict}\n")
    return ratio >= must


def _rate(job: Job) -> float:
    gc.collect()
    started = time.process_time()
    done = job.run()
    return done / (time.process_time() - started)
