import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DrilledCloud, killNow, startDrilledCloud, until } from './faults/drill.ts';
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
} from './faults/repository-drill.ts';

/** Work on runs that is killed anywhere: nothing that was acknowledged is lost, and nothing is there twice. */

const kills = 5;
const runs = 24;
const clients = 3;

test('a repository that is killed again and again ends as one that nobody disturbed', async (t) => {
  const drill = await begin(t);
  const undisturbed = await begin(t);
  await Promise.all([disturb(drill, seeded(20261123)), uploadAll(undisturbed, () => undefined)]);
  for (const { server } of [drill, undisturbed]) await drained(await server());
  const [found, expected] = [
    await contents(await drill.server()),
    await contents(await undisturbed.server()),
  ];
  const { lists, ...said } = found;
  const { lists: _, ...wanted } = expected;
  assert.deepEqual(found.names, Array.from({ length: runs }, (_, n) => nameOf(n)).sort());
  assert.deepEqual(said, wanted);
  for (const [list, ids] of Object.entries(lists)) assert.deepEqual(ids, lists.datasets, list);
  assert.ok(found.changes.length > 0);
});

type Drill = {
  /** The cloud that is up, or comes up next. */
  readonly server: () => Promise<DrilledCloud>;
  /** Kills it and starts another one over its data. */
  readonly restart: () => Promise<void>;
  readonly testId: number;
};

async function begin(t: TestContext): Promise<Drill> {
  const first = await startDrilledCloud(t);
  const { dataDir } = first;
  const testId = await define(first);
  let now = Promise.resolve(first);
  return {
    testId,
    server: () => now,
    async restart() {
      const dying = await now;
      const gone = killNow(dying.process);
      now = gone.then(() => startDrilledCloud(t, { dataDir }));
      await now;
    },
  };
}

/** Clients at work, and kills a moment after some of their calls were acknowledged, while others are on their way. */
async function disturb(drill: Drill, random: () => number): Promise<void> {
  let acknowledged = 0;
  let heard = (): void => undefined;
  const done = uploadAll(drill, () => {
    acknowledged += 1;
    heard();
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = (kill * runs) / (kills + 1) + random() * 2;
    while (acknowledged < enough) await new Promise<void>((resolve) => (heard = resolve));
    await sleep(random() * 150);
    await drill.restart();
  }
  await done;
}

/** Each client repeats what was not acknowledged, and has some of what is there calculated anew. */
async function uploadAll(drill: Drill, acknowledged: () => void): Promise<void> {
  const numbers = Array.from({ length: runs }, (_, n) => n).values();
  const client = async (): Promise<void> => {
    for (const n of numbers) {
      const { text: id } = await answered(drill, 202, (cloud) =>
        n % 3 === 0 ? uploadInParts(cloud, n) : uploadWhole(cloud, n),
      );
      acknowledged();
      if (n % 4 === 1) await answered(drill, 200, (cloud) => ask(cloud, `POST /api/run/${id}/recalculate`));
      if (n % 8 === 2)
        await answered(drill, 204, (cloud) => ask(cloud, `POST /api/test/${drill.testId}/recalculate`));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function answered(
  { server }: Drill,
  status: number,
  call: (cloud: DrilledCloud) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const cloud = await server();
    const answer = await call(cloud).catch((error: unknown) => error);
    if (answer instanceof Error) {
      // Only a kill may leave a call without an answer.
      await until(async () => (await server()) !== cloud);
      continue;
    }
    const { status: found, text } = answer as Answer;
    assert.equal(found, status, text);
    return answer as Answer;
  }
}

/** Waits until nothing is due. */
async function drained(cloud: DrilledCloud): Promise<void> {
  await until(async () => {
    const due = (await itemsOf(cloud)).filter(isDue);
    for (const { failedAt, task, reason } of due)
      assert.equal(failedAt, undefined, `${JSON.stringify(task)}: ${reason}`);
    return due.length === 0;
  }, 200);
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
