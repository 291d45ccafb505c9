import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cases } from '../runner/cases.ts';
import {
  assertSame,
  beginDrill,
  type Contents,
  disturbed,
  drained,
  roomIsMissing,
  undisturbed,
} from './faults/disturbed.ts';
import { type DrilledCloud, killNow, startDrilledCloud, until } from './faults/drill.ts';
import {
  ask,
  contents,
  define,
  isDue,
  itemsOf,
  nameOf,
  uploadInParts,
  uploadWhole,
} from './faults/repository-drill.ts';

/**
 * The server ends at any moment of its work on runs. No acknowledged data is lost, and nothing is stored
 * twice.
 */

let known: Promise<Contents> | undefined;
const expected = (t: TestContext): Promise<Contents> => (known ??= undisturbed(t));

test('a repository that is killed again and again ends in the same state as an undisturbed one', async (t) => {
  const random = seeded(20261123);
  const drill = await beginDrill(t);
  const same = expected(t);
  await disturbed(drill, cases(2, 3), async () => {
    await sleep(random() * 150);
    await drill.restart(({ process }) => killNow(process));
  });
  await assertSame(drill, await same);
});

test('so does one whose disk is full: it reports it, ends, and continues where there is room', async (t) => {
  if (!hasLimits()) return t.skip('no process can be given a bound here');
  const drill = await beginDrill(t);
  await disturbed(drill, cases(1, 2), () =>
    drill.restart(async (cloud) => {
      const gone = once(cloud.process, 'exit');
      boundFiles(cloud, 0);
      assert.deepEqual(await gone, [70, null]);
    }),
  );
  await assertSame(drill, await expected(t));
});

test('uploads are rejected and work waits when only records fit on the disk', async (t) => {
  if (!hasLimits()) return t.skip('no process can be given a bound here');
  const cloud = await startDrilledCloud(t);
  await define(cloud);
  for (const n of [0, 1]) assert.equal((await uploadWhole(cloud, n)).status, 202);
  await drained(cloud);
  // The limit is below the size of a document with its label values, and above the size of all present
  // records.
  boundFiles(cloud, 305_000);
  for (const answer of [await uploadWhole(cloud, 3), await uploadInParts(cloud, 6)]) {
    assert.equal(answer.status, 507);
    assert.match(answer.text, roomIsMissing);
  }
  assert.equal((await ask(cloud, 'POST /api/run/1/recalculate')).status, 200);
  await until(async () => (await itemsOf(cloud)).some((item) => isDue(item) && item.sweepAt !== undefined));
  assert.equal((await uploadWhole(cloud, 2)).status, 202);
  boundFiles(cloud, 'unlimited');
  for (const answer of [await uploadWhole(cloud, 3), await uploadInParts(cloud, 6)])
    assert.equal(answer.status, 202, answer.text);
  await drained(cloud);
  const { names, runs, lists, orphans } = await contents(cloud);
  assert.deepEqual([names, orphans], [[0, 1, 2, 3, 6].map(nameOf), []]);
  for (const [list, ids] of Object.entries(lists)) assert.deepEqual(ids, lists.datasets, list);
  for (const { datasets, values } of runs) assert.equal(values.length, datasets.length);
});

const hasLimits = (): boolean => spawnSync('prlimit', ['--version']).error === undefined;

/** Makes the system refuse to let a file of the process grow beyond this size, as a full disk would. */
function boundFiles({ process }: DrilledCloud, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
  assert.equal(status, 0, String(stderr));
}

/** Random numbers from 0 to 1, always the same for one seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
