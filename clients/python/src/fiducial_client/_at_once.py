"""Work on many things, some of them at the same time: awaited, and by threads."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Awaitable, Callable, Dict, List, Sequence, TypeVar

AT_ONCE = 8

One = TypeVar("One")
Made = TypeVar("Made")


async def async_at_once(
    work: Callable[[One], Awaitable[Made]], ones: Sequence[One], done: Callable[[int], None]
) -> List[Made]:
    """The results of ``work``, in the order of ``ones``. The first failure ends the rest. ``done(1)`` follows each."""
    made: Dict[int, Made] = {}
    waiting = iter(enumerate(ones))

    async def one_by_one() -> None:
        for index, one in waiting:
            made[index] = await work(one)
            done(1)

    workers = [asyncio.ensure_future(one_by_one()) for _ in range(AT_ONCE)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    return [made[index] for index in range(len(ones))]


def at_once(work: Callable[[One], Made], ones: Sequence[One], done: Callable[[int], None]) -> List[Made]:
    """The results of ``work``, in the order of ``ones``. The first failure ends the rest. ``done(1)`` follows each."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        futures = [pool.submit(work, one) for one in ones]
        try:
            for future in as_completed(futures):
                future.result()
                done(1)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        return [future.result() for future in futures]
