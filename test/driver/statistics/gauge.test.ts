import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gauges } from '../../../lib/driver/statistics/connection-gauges.ts';
import { Gauge } from '../../../lib/driver/statistics/gauge.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';

/** A gauge has the smallest and the largest value of each second, including seconds without a change. */

function rowsOf(...notes: readonly (readonly [second: number, active: number])[]) {
  const gauge = new Gauge();
  for (const [second, value] of notes) {
    gauge.seal(second);
    gauge.set(value);
  }
  return gauge.rows();
}

/** Rows with the notes of a gauge (second and value), and its seconds (second, smallest, largest value). */
const table: readonly [what: string, notes: string, rows: string][] = [
  ['nothing', '', ''],
  ['nobody came', '0:0 3:0', ''],
  ['one second', '0:1 0:3 0:2', '0:0:3'],
  ['quiet seconds keep their sessions', '0:2 3:1', '0:0:2 1:2:2 2:2:2 3:1:2'],
  ['from the first second with a session', '0:0 2:1', '2:0:1'],
  ['to the last one', '0:1 1:0 2:0 3:0', '0:0:1 1:0:1'],
  ['a pause in between', '0:1 0:0 2:4', '0:0:1 1:0:0 2:0:4'],
  ['a late start and an end', '2:1 3:1 4:0 6:0', '2:0:1 3:1:1 4:0:1'],
];
const tuples = (text: string): number[][] =>
  text === '' ? [] : text.split(' ').map((one) => one.split(':').map(Number));
for (const [what, notes, rows] of table)
  test(what, () => {
    const noted = tuples(notes).map(([second = 0, value = 0]) => [second, value] as const);
    assert.deepEqual(rowsOf(...noted), tuples(rows));
    const recorder = new Recorder();
    for (const [second, active] of noted) recorder.sessions(second, active);
    const outcome = {} as never;
    const partial = recorder.partial({ phase: 'main', shard: 0, segment: 0, lease: 'l', outcome });
    assert.deepEqual(partial.sessions, tuples(rows), 'the sessions of a recorder');
  });

test('a type of connections that first opens during a segment has no earlier seconds', () => {
  const gauges = new Gauges();
  gauges.begin(720);
  gauges.of('t', 'HTTP 2').add(1);
  gauges.seal(731);
  gauges.of('t', 'HTTP 1.x').add(2);
  gauges.seal(732);
  assert.deepEqual(gauges.rows().t?.['HTTP 1.x'], [
    [731, 0, 2],
    [732, 2, 2],
  ]);
  assert.deepEqual(gauges.rows().t?.['HTTP 2']?.at(0), [720, 0, 1]);
});
