"""Runs flows: with asyncio and without."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

from .exchange import Flow, Item, Pause, Request, Step, Together

if TYPE_CHECKING:
    from .transports import AsyncTransport, Transport

T = TypeVar("T")


def run(flow: Flow[T], transport: Transport, stop: threading.Event | None = None) -> T:
    """Runs a flow to its end, and returns its value. `stop` ends it before its next step."""
    try:
        step = next(flow)
        while stop is None or not stop.is_set():
            try:
                result = _perform(step, transport)
            except Exception as error:
                step = flow.throw(error)
            else:
                step = flow.send(result)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise InterruptedError("the upload was stopped")


def iterate(flow: Flow[None], transport: Transport) -> Iterator[Any]:
    """Runs a flow as far as the caller goes, and yields its items."""
    try:
        step = next(flow)
        while True:
            if isinstance(step, Item):
                yield step.value
                step = next(flow)
                continue
            try:
                result = _perform(step, transport)
            except Exception as error:
                step = flow.throw(error)
            else:
                step = flow.send(result)
    except StopIteration:
        return


def _perform(step: Step, transport: Transport) -> Any:
    if isinstance(step, Request):
        return transport.send(step)
    if isinstance(step, Pause):
        return time.sleep(step.seconds)
    if isinstance(step, Together):
        return _run_together(step.flows, transport)
    assert not isinstance(step, Item)
    return step.task()


def _run_together(flows: Sequence[Flow[Any]], transport: Transport) -> list[Any]:
    stop = threading.Event()
    with ThreadPoolExecutor(max(1, len(flows))) as pool:
        futures = [pool.submit(run, flow, transport, stop) for flow in flows]
        try:
            wait(futures)
        finally:
            # Without an interrupt, all have ended.
            stop.set()
    return [future.result() for future in futures]


async def run_async(flow: Flow[T], transport: AsyncTransport) -> T:
    """Runs a flow to its end, and returns its value."""
    try:
        step = next(flow)
        while True:
            try:
                result = await _perform_async(step, transport)
            except Exception as error:
                step = flow.throw(error)
            else:
                step = flow.send(result)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]


async def iterate_async(flow: Flow[None], transport: AsyncTransport) -> AsyncIterator[Any]:
    """Runs a flow as far as the caller goes, and yields its items."""
    try:
        step = next(flow)
        while True:
            if isinstance(step, Item):
                yield step.value
                step = next(flow)
                continue
            try:
                result = await _perform_async(step, transport)
            except Exception as error:
                step = flow.throw(error)
            else:
                step = flow.send(result)
    except StopIteration:
        return


async def _perform_async(step: Step, transport: AsyncTransport) -> Any:
    if isinstance(step, Request):
        return await transport.send(step)
    if isinstance(step, Pause):
        return await asyncio.sleep(step.seconds)
    if isinstance(step, Together):
        flows = [run_async(flow, transport) for flow in step.flows]
        results = await asyncio.gather(*flows, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return results
    assert not isinstance(step, Item)
    return await asyncio.to_thread(step.task)
