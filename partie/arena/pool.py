"""Running independent tasks on several processes; the results do not depend on their number."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int = 1,
    finished: Callable[[int], None] = lambda count: None,
) -> list[Result]:
    """Run tasks on `jobs` processes and return their results in the order of the tasks.

    `finished(count)` is called with the number of tasks done. With several `jobs`, `work` and the tasks are
    pickled, so `work` must be a module-level function or a `partial` of one."""
    results: dict[int, Result] = {}
    for number, result in _as_they_finish(work, tasks, jobs):
        results[number] = result
        finished(len(results))
    return [results[number] for number in range(len(tasks))]


def _as_they_finish(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Iterator[tuple[int, Result]]:
    if jobs <= 1 or len(tasks) <= 1:
        for number, task in enumerate(tasks):
            yield number, work(task)
        return
    # The first task fills the cache of compiled code, so that the other processes need not all compile it.
    yield 0, work(tasks[0])
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=spawn) as pool:
        waiting = {pool.submit(work, task): number for number, task in enumerate(tasks) if number}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
