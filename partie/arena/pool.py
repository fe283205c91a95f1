"""Independent tasks on several processes or machines, with the same results on any number of them."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from partie.core.errors import PartieError

Task = TypeVar("Task")
Result = TypeVar("Result")
FORKED = ["__main__", "partie.games"]
"""The modules that a process from which others are forked imports."""
_FORKS = "forkserver"
_MOST_REPAIRS = 3
"""How often processes that died are replaced before the work is given up."""


def spread(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int = 1,
    finished: Callable[[int], None] = lambda count: None,
    cluster: str | None = None,
) -> list[Result]:
    """The result of every task, in the order of the tasks. `finished(count)` is told how many are done.

    With several `jobs` both `work` and the tasks travel to other processes, so `work` is a function of a
    module, or a `partial` of one."""
    with workers(jobs, cluster) as pool:
        return pool.in_order(work, tasks, finished)


class Pool:
    """Where tasks are worked on: here, in processes of this machine, or on a cluster."""

    def __init__(self, size: int, start: Callable[[], Executor] | None) -> None:
        self.size, self._start = size, start
        self._executor: Executor | None = None
        self._primed = False

    @property
    def is_elsewhere(self) -> bool:
        """Whether tasks travel to other processes, so that handing one over costs something."""
        return self._start is not None

    def as_finished(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """The number and the result of every task, as they come in. A task whose process died is done
        again."""
        numbers = list(range(len(tasks)))
        if self._start is None:
            yield from ((number, work(tasks[number])) for number in numbers)
            return
        if not self._primed and numbers:
            # The first task fills the cache of compiled code, so that the processes do not all compile the
            # same thing.
            self._primed = True
            yield 0, work(tasks[0])
            numbers.remove(0)
        for attempt in range(_MOST_REPAIRS + 1):
            try:
                for number, result in self._submit(work, tasks, numbers):
                    numbers.remove(number)
                    yield number, result
                return
            except BrokenProcessPool:
                self.close()
                if attempt == _MOST_REPAIRS:
                    raise PartieError(
                        "Processes of this machine keep dying: with less memory in use or fewer jobs it may work."
                    ) from None

    def in_order(
        self,
        work: Callable[[Task], Result],
        tasks: Sequence[Task],
        finished: Callable[[int], None] = lambda count: None,
    ) -> list[Result]:
        """The result of every task, in the order of the tasks; `finished` is told how many are done."""
        results: dict[int, Result] = {}
        for number, result in self.as_finished(work, tasks):
            results[number] = result
            finished(len(results))
        return [results[number] for number in range(len(tasks))]

    def _submit(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], numbers: Sequence[int]
    ) -> Iterator[tuple[int, Result]]:
        if self._executor is None:
            assert self._start is not None
            self._executor = self._start()
        waiting = {self._executor.submit(work, tasks[number]): number for number in numbers}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BaseException:
            for future in waiting:
                future.cancel()
            raise

    def close(self) -> None:
        """End the processes."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None


def processes(
    count: int, prepare: Callable[..., object] | None = None, arguments: tuple[Any, ...] = ()
) -> ProcessPoolExecutor:
    """Processes with the environment of this one, each of which calls `prepare(*arguments)` first.

    Importing the package takes a second or two: where the system can, they are forks of one process that has
    done so."""
    can_fork = _FORKS in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context(_FORKS if can_fork else "spawn")
    if can_fork:
        context.set_forkserver_preload(FORKED)  # has no effect once it runs
    return ProcessPoolExecutor(count, context, _begin, (dict(os.environ), prepare, arguments))


def _begin(
    environment: dict[str, str], prepare: Callable[..., object] | None, arguments: tuple[Any, ...]
) -> None:
    """In a new process: the one it is a fork of may have been started in another environment."""
    os.environ.clear()
    os.environ.update(environment)
    if prepare is not None:
        prepare(*arguments)


@contextmanager
def workers(jobs: int = 1, cluster: str | None = None) -> Iterator[Pool]:
    """A pool of `jobs` processes; with `cluster`, the workers of a Dask scheduler (`tcp://host:8786`), or
    `local:4` for a cluster of four processes on this machine."""
    if cluster is not None:
        with _cluster(cluster) as pool:
            yield pool
        return
    pool = Pool(jobs, (lambda: processes(jobs)) if jobs > 1 else None)
    try:
        yield pool
    finally:
        pool.close()


@contextmanager
def _cluster(address: str) -> Iterator[Pool]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise PartieError(
            "A cluster needs dask.distributed: install it with `pip install 'partie[cluster]'`."
        ) from None
    settings: dict[str, Any] = {"dashboard_address": None, "threads_per_worker": 1}
    if address.startswith("local:"):
        try:
            count = int(address.removeprefix("local:"))
        except ValueError:
            raise PartieError(
                f"{address!r} is no cluster: write local:4 for four processes here, or tcp://host:8786."
            ) from None
        with LocalCluster(n_workers=count, **settings) as local, Client(local) as client:
            yield Pool(count, client.get_executor)
        return
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise PartieError(f"The scheduler at {address} cannot be reached: {error}.") from None
    with client:
        count = max(1, sum(client.nthreads().values()))
        yield Pool(count, client.get_executor)
