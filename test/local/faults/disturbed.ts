import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { cases } from '../../runner/cases.ts';
import { type DrilledCloud, startDrilledCloud, until } from './drill.ts';
import {
  type Answer,
  ask,
  contents,
  define,
  isDue,
  itemsOf,
  nameOf,
  uploadInParts,
  uploadWhole,
} from './repository-drill.ts';

/** The numbers of documents to upload and of concurrent clients. */
const runs = cases(9, 15);
const clients = 3;

/** A repository whose server ends again and again, while clients upload runs and request recalculations. */
export type Drill = {
  /** The running cloud, or the next cloud that starts. */
  readonly server: () => Promise<DrilledCloud>;
  /** Ends the server by calling `end`, and starts another server with the same data. */
  readonly restart: (end: (cloud: DrilledCloud) => Promise<void>) => Promise<void>;
  /** True when the cloud has ended. */
  readonly isEnded: (cloud: DrilledCloud) => boolean;
  readonly testId: number;
};

export async function beginDrill(t: TestContext): Promise<Drill> {
  const first = await startDrilledCloud(t);
  const { dataDir } = first;
  const testId = await define(first);
  let now = Promise.resolve(first);
  const ended = new Set<DrilledCloud>();
  return {
    testId,
    server: () => now,
    async restart(end) {
      const ending = await now;
      ended.add(ending);
      now = end(ending).then(() => startDrilledCloud(t, { dataDir }));
      await now;
    },
    isEnded: (cloud) => ended.has(cloud),
  };
}

/**
 * Clients upload runs, and the server is ended several times: a moment after some calls were acknowledged,
 * while other calls are in progress.
 * @param disturb ends the server for the n-th time.
 */
export async function disturbed(
  drill: Drill,
  ends: number,
  disturb: (n: number) => Promise<void>,
): Promise<void> {
  let acknowledged = 0;
  let received = (): void => undefined;
  const done = work(drill, () => {
    acknowledged += 1;
    received();
  });
  // After a failure of one client the other clients fail too, but only the first failure is reported.
  done.catch(() => undefined);
  for (let n = 1; n <= ends; n += 1) {
    while (acknowledged < (n * runs) / (ends + 1))
      await Promise.race([done, new Promise<void>((resolve) => (received = resolve))]);
    await disturb(n);
  }
  await done;
}

/**
 * Each client repeats every request that was not acknowledged, and requests the recalculation of some
 * existing runs.
 */
async function work(drill: Drill, acknowledged: () => void): Promise<void> {
  const numbers = Array.from({ length: runs }, (_, n) => n).values();
  const client = async (): Promise<void> => {
    for (const n of numbers) {
      const { text: id } = await answered(drill, 202, (cloud) =>
        n % 4 === 0 ? uploadInParts(cloud, n) : uploadWhole(cloud, n),
      );
      acknowledged();
      if (n % 3 === 0) await answered(drill, 200, (cloud) => ask(cloud, `POST /api/run/${id}/recalculate`));
      if (n % 8 === 2)
        await answered(drill, 204, (cloud) => ask(cloud, `POST /api/test/${drill.testId}/recalculate`));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function answered(
  { server, isEnded }: Drill,
  status: number,
  call: (cloud: DrilledCloud) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const cloud = await server();
    const answer = await call(cloud).catch((error: unknown) => String((error as Error).cause ?? error));
    if (typeof answer !== 'string' && answer.status !== 507) {
      assert.equal(answer.status, status, answer.text);
      return answer;
    }
    assert.ok(
      isEnded(cloud),
      `without an answer, although the server was not ended: ${JSON.stringify(answer)}`,
    );
    if (typeof answer !== 'string') assert.match(answer.text, roomIsMissing);
    await until(async () => (await server()) !== cloud);
  }
}

/** The errors of the API and of the object store. */
export const roomIsMissing =
  /STORAGE_FULL.*make space or raise the limit on the machine of the API|InsufficientStorage/s;

/** Waits until no work is pending. */
export async function drained(cloud: DrilledCloud): Promise<void> {
  await until(async () => {
    const due = (await itemsOf(cloud)).filter(isDue);
    for (const { failedAt, task, reason } of due)
      assert.equal(failedAt, undefined, `${JSON.stringify(task)}: ${reason}`);
    return due.length === 0;
  }, 200);
}

export type Contents = Awaited<ReturnType<typeof contents>>;

/** The data that the same clients store in a repository without faults. */
export async function undisturbed(t: TestContext): Promise<Contents> {
  const drill = await beginDrill(t);
  await work(drill, () => undefined);
  await drained(await drill.server());
  return contents(await drill.server());
}

/** Waits until all background work is done, and compares the stored data with the expected data. */
export async function assertSame(drill: Drill, { lists: _, ...expected }: Contents): Promise<void> {
  await drained(await drill.server());
  const { lists, ...found } = await contents(await drill.server());
  assert.deepEqual(found.names, Array.from({ length: runs }, (_, n) => nameOf(n)).sort());
  assert.deepEqual(found, expected);
  for (const [list, ids] of Object.entries(lists)) assert.deepEqual(ids, lists.datasets, list);
  assert.deepEqual(found.orphans, []);
  assert.ok(found.changes.length > 0);
}
