import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lookahead } from '../../../lib/driver/schedule/lookahead.ts';
import type { Schedule } from '../../../lib/driver/schedule/schedule.ts';

function scheduled(...arrivals: readonly number[]): Schedule {
  const left = [...arrivals];
  return { next: () => left.shift() ?? Infinity };
}

test('arrivals that were read in advance come in their order, each once', () => {
  const lookahead = new Lookahead(scheduled(1, 2, 5, 9));
  assert.equal(lookahead.firstFrom(2), 2);
  assert.equal(lookahead.next(), 1);
  assert.deepEqual(
    [5, 6, 10].map((ns) => lookahead.firstFrom(ns)),
    [5, 9, Infinity],
  );
  assert.deepEqual(
    [1, 2, 3, 4].map(() => lookahead.next()),
    [2, 5, 9, Infinity],
  );
});

test('an arrival behind many close ones is not searched for, and none is lost', () => {
  const close = Array.from({ length: 20 }, (_, at) => at);
  const lookahead = new Lookahead(scheduled(...close));
  assert.equal(lookahead.firstFrom(19), Infinity);
  assert.deepEqual(
    close.map(() => lookahead.next()),
    close,
  );
});
