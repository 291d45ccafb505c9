import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Counters } from '../../../lib/driver/statistics/partial.ts';
import { histogramNames, Tally } from '../../../lib/driver/statistics/tally.ts';

/** Every counter and every histogram is part of every operation on a tally. */

const names = Object.keys(new Tally().counters) as (keyof Counters)[];

const counters = { key: 'exact_status', type: 'counters' } as const;
const transfer = { key: 'transfer', type: 'transfersize' } as const;

/** A tally in which the n-th counter is n + 1 and all histograms differ. */
function full(times = 1): Tally {
  const tally = new Tally();
  for (const [index, name] of names.entries()) tally.counters[name] = (index + 1) * times;
  for (let time = 0; time < times; time += 1) {
    tally.recordLatency(300);
    tally.recordService(200);
    tally.recordLateness(100);
    tally.recordUncompensated(250);
    tally.recordUnanswered(150);
    tally.extensions.add(counters, 'status_200', 2);
    tally.extensions.add(transfer, 'sent', 3);
  }
  return tally;
}

test('Every counter begins at 0, and nothing is recorded', () => {
  const tally = new Tally();
  assert.equal(names.length, 18);
  assert.ok(tally.empty && Object.values(tally.counters).every((count) => count === 0));
  assert.deepEqual(tally.encode(), { counters: tally.counters });
});

test('Any single counter or value makes a tally not empty', () => {
  for (const name of names) {
    const tally = new Tally();
    tally.counters[name] = 1;
    assert.equal(tally.empty, false, name);
  }
  for (const name of histogramNames) {
    const tally = new Tally();
    tally[name].record(5);
    assert.equal(tally.empty, false, name);
  }
  const counted = new Tally();
  counted.extensions.add(counters, 'status_200', 1);
  assert.equal(counted.empty, false);
});

test('A tally that is added twice counts twice, a subtracted one is gone, and a cleared one is as new', () => {
  const tally = full();
  tally.add(full());
  assert.deepEqual(tally.encode(), full(2).encode());
  tally.subtract(full());
  assert.deepEqual(tally.encode(), full().encode());
  tally.clear();
  assert.ok(tally.empty);
  assert.deepEqual(tally.encode(), new Tally().encode());
});

test('An encoded tally adds the same', () => {
  const tally = full();
  tally.addEncoded(full().encode());
  assert.deepEqual(tally.encode(), full(2).encode());
  tally.addEncoded(new Tally().encode());
  assert.deepEqual(tally.encode(), full(2).encode());
});

test('Each histogram keeps its own values, and travels under its own name', () => {
  const encoded = full().encode();
  const texts = histogramNames.map((name) => encoded[name]);
  assert.equal(new Set(texts).size, 5);
  assert.ok(texts.every((text) => text !== undefined));
});

test('The encoded counters are a copy in whole nanoseconds', () => {
  const tally = full();
  tally.counters.blockedNs = 7.6;
  const { counters } = tally.encode();
  assert.equal(counters.blockedNs, 8);
  counters.requests += 1;
  assert.equal(tally.counters.requests, 1);
});
