import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Calls } from '../../bench/burst-simulation/aws/calls.ts';
import { Dynamo } from '../../bench/burst-simulation/aws/dynamo.ts';
import { Meters } from '../../bench/burst-simulation/aws/meters.ts';
import { Random } from '../../bench/burst-simulation/time/random.ts';
import { World } from '../../bench/burst-simulation/time/world.ts';
import { burst, busyLive, busyRecent, itemSizes } from '../../bin/docs/scale/items.ts';
import {
  atWork,
  ending,
  gettingReady,
  lastLook,
  type Second,
  writesRecent,
} from '../../bin/docs/scale/traffic.ts';
import { shapes } from '../../bin/docs/scale.ts';
import { copyOf, flagCopies } from '../../lib/driver/conducting/stop-flag.ts';
import { driving } from '../../lib/driver/driving/limits.ts';
import { dynamoQuotas } from '../../lib/quotas.ts';
import { type Bursts, openBursts } from '../../lib/store/bursts.ts';

/**
 * A simulated table counts the read and write units that docs/scale.md states. No partition comes near its
 * limit.
 */

const { writeUnitsPerSec, readUnitsPerSec } = dynamoQuotas.partition;

test('no partition is used for more than 70 % of its limit, in any second of any shape', async () => {
  for (const shape of shapes) {
    const sizes = await itemSizes(shape.phases, shape.shards);
    const seconds = {
      work: atWork(shape, sizes, 10),
      ready: gettingReady(shape, sizes),
      look: lastLook(shape, sizes),
      end: ending(shape, sizes),
    };
    for (const [name, second] of Object.entries(seconds)) {
      const [writes, reads] = [second.hottest('writes'), second.hottest('reads')];
      const output = `${name} of ${JSON.stringify(shape)}: ${JSON.stringify([writes, reads])}`;
      assert.ok(writes.units <= 0.7 * writeUnitsPerSec, output);
      assert.ok(reads.units <= 0.7 * readUnitsPerSec, output);
    }
  }
});

suite('the stores of the product, over a table that counts, ask for as much as the page says', () => {
  const shape = { phases: 3, shards: 40 };
  const drives = Array.from({ length: shape.phases }, (_, phase) =>
    Array.from({ length: shape.shards }, (_, shard) => ({ phase, shard, segment: 0 })),
  ).flat();
  const numbers = { shards: shape.shards, segments: 1 };
  const copies = flagCopies([numbers, numbers, numbers]);
  const flag = (bursts: Bursts, { phase, shard }: { phase: number; shard: number }, consistent: boolean) =>
    bursts.flag(burst, copyOf(copies, phase, shard), consistent);
  /** The requests, one after the other, with which a drive detects a stop within a second. */
  const looks = Array.from(
    { length: 1_000 / driving.stopLookMs },
    () => (bursts: Bursts) => Promise.all(drives.map((drive) => flag(bursts, drive, false))),
  );

  test('while drives are at work', async () => {
    const live = busyLive();
    const recent = busyRecent(false);
    const turn = drives.filter(({ shard }) => writesRecent(shard));
    const counted = await count(
      (bursts) => Promise.all(drives.map((drive) => bursts.putLive(burst, drive, live))),
      (bursts) => Promise.all(turn.map((drive) => bursts.putRecent(burst, drive, recent))),
      ...looks,
    );
    same(counted, atWork(shape, await itemSizes(shape.phases, shape.shards), 0));
  });

  test('when they look for a stop before they start', async () => {
    const counted = await count((bursts) => Promise.all(drives.map((drive) => flag(bursts, drive, true))));
    same(counted, lastLook(shape, await itemSizes(shape.phases, shape.shards)));
  });

  test('when they end', async () => {
    const live = busyLive();
    const recent = busyRecent(false);
    const counted = await count(
      (bursts) => Promise.all(drives.map((drive) => bursts.putLive(burst, drive, live))),
      (bursts) => Promise.all(drives.map((drive) => bursts.putRecent(burst, drive, recent))),
      (bursts) =>
        Promise.all(drives.map((drive) => bursts.count(burst, drive, ['finished', 'terminated'], numbers))),
    );
    same(counted, ending(shape, await itemSizes(shape.phases, shape.shards)));
  });
});

type Units = ReadonlyMap<string, { readonly reads: number; readonly writes: number }>;

/** The units of each partition key that some steps use. */
async function count(...steps: readonly ((bursts: Bursts) => Promise<unknown>)[]): Promise<Units> {
  const [world, meters, random] = [new World(1_700_000_000_000), new Meters(), new Random(1)];
  const settings = { latency: 0, failures: 0, quota: 1_000, mood: { chaos: 0 } };
  const dynamo = new Dynamo(world, random, new Calls(world, random, meters), meters, settings);
  const send = (command: { readonly constructor: { readonly name: string }; readonly input: unknown }) =>
    dynamo.send(command.constructor.name.replace(/Command$/, ''), command.input);
  const bursts = openBursts({ send } as unknown as DynamoDBDocumentClient, 'bursts', () => world.now);
  // A thread compresses the reports, so the virtual time waits for that thread.
  for (const step of steps) await world.until(step(bursts), () => pause(1));
  const units = new Map<string, { reads: number; writes: number }>();
  for (const [name, used] of meters.peaks) {
    const [, kind, pk = ''] = /^(reads|writes) of key bursts (.*)$/.exec(name) ?? [];
    if (kind === undefined) continue;
    const each = units.get(pk) ?? { reads: 0, writes: 0 };
    each[kind as 'reads' | 'writes'] += used;
    units.set(pk, each);
  }
  return units;
}

function same(counted: Units, second: Second): void {
  const texts = (units: Units) =>
    [...units].map(([pk, { reads, writes }]) => `${pk} ${reads} ${writes}`).sort();
  assert.deepEqual(texts(counted), texts(second.keys));
}
