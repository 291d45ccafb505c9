"""Calls that a checker of types accepts, and calls that it rejects. The file is never run."""

from __future__ import annotations

from downpour import Client, SyncClient


async def awaited(client: Client) -> None:
    api = client.raw_client.api
    version: str = (await api.config.version.get())["version"]
    found = await api.run.list_.get(test=version, limit=20, state=["passed"], headers={"a": "b"})
    total: int = found["total"]
    async for page in api.run.list_.pages(limit=100):
        ids: list[int] = [run["id"] for run in page["runs"]]
    text: str | None = await api.run.data.post({"a": total, "b": ids}, test="a", start=1, stop="$.stop")
    await api.sql.by_id(1).queryrun.get(query="$.info", array=True, timeout_s=1.5)
    rates: list[float] = [second["requestsPerSec"] async for second in client.watch(text or "b-1")]
    run: int = await client.upload(b"{}", test="a", progress=lambda sent, size: print(sent / size))
    print(rates, run)
    await api.run.list_.get(tset=1)  # type: ignore[call-arg]
    await api.sql.by_id(1).queryrun.get()  # type: ignore[call-arg]
    await api.burst.post()  # type: ignore[call-arg]
    await api.run.list_.get(state=["pased"])  # type: ignore[list-item]
    (await api.config.version.get())["versoin"]  # type: ignore[typeddict-item]


def direct(client: SyncClient) -> None:
    api = client.raw_client.api
    version: str = api.config.version.get()["version"]
    ids: list[int] = [run["id"] for page in api.run.list_.pages(test=version) for run in page["runs"]]
    text: str = api.run.by_id(ids[0]).data.text(timeout_s=1)
    rates: list[float] = [second["requestsPerSec"] for second in client.watch(client.start(text))]
    print(rates)
    api.run.list_.get(tset=1)  # type: ignore[call-arg]
    api.burst.post({"document": 3})  # type: ignore[arg-type]
