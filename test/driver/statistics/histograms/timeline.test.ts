import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layout } from '../../../../lib/driver/statistics/histograms/layout.ts';
import {
  columnsMax,
  edgesOf,
  stepFor,
  type Timeline,
  timelineOf,
} from '../../../../lib/driver/statistics/latency-timeline.ts';
import { Statistics } from '../../../../lib/driver/statistics/statistics.ts';
import { Tally } from '../../../../lib/driver/statistics/tally.ts';
import { times } from './values.ts';

test('Every response time lies in the column of its second and between the edges of its slot', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(600), times), { minLength: 1, maxLength: 100 }),
      fc.constantFrom(1000, 5000, 60_000),
      (values, stepMs) => {
        const timeline = timelineOf(metricOf(values), stepMs);
        const left = values.map(([second, ns]) => ({
          at: Math.floor((second * 1000) / stepMs),
          ns: Math.min(Math.trunc(ns), layout.highestNs),
        }));
        for (const { at, from, to, count } of cells(timeline)) {
          const inside = left.filter((value) => value.at === at && value.ns >= from && value.ns < to);
          assert.equal(inside.length, count, `${count} values from ${from} to ${to} ns in column ${at}`);
        }
        assert.equal(sum(cells(timeline).map(({ count }) => count)), values.length);
      },
    ),
  );
});

test('Slots rise, touch each other, and are at most 1/16 of their value wide above 256 ns', () => {
  for (let slot = 0; slot < 400; slot += 1) {
    const { from, to } = edgesOf(slot);
    assert.equal(to, edgesOf(slot + 1).from);
    if (from >= 256) assert.ok((to - from) / from <= 1 / 16, `slot ${slot}`);
  }
});

test('The step is the smallest usual one with which the columns fit', () => {
  for (const [ms, step] of [
    [0, 1000],
    [120_000, 1000],
    [120_001, 2000],
    [600_000, 5000],
    [3_600_000, 30_000],
    [86_400_000, 1_800_000],
    [30 * 86_400_000, 6 * 3_600_000],
  ] as const) {
    assert.equal(stepFor(ms), step);
    assert.ok(ms / stepFor(ms) <= columnsMax);
  }
});

function metricOf(values: readonly (readonly [second: number, ns: number])[]) {
  const statistics = new Statistics();
  for (const [second, ns] of values) {
    const tally = new Tally();
    tally.latency.record(ns);
    statistics.addTally({ metric: 'm', step: 0, second }, tally);
  }
  const [metric] = statistics.metrics;
  assert.ok(metric);
  return metric;
}

function cells({ columns }: Timeline) {
  return columns.flatMap((column, at) =>
    Array.from({ length: column.length / 2 }, (_, pair) => ({
      at,
      ...edgesOf(column[2 * pair] ?? Number.NaN),
      count: column[2 * pair + 1] ?? Number.NaN,
    })),
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
