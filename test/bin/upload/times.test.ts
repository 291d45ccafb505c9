import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderWarning, timesOf, unitWarning, withGiven } from '../../../bin/upload/times.ts';

const changedAt = 1_700_000_000_000.4;

test('the times of an upload come from the document where load drivers write them', () => {
  const rows: [unknown, string, string, RegExp][] = [
    [
      { info: { startTime: 1, terminateTime: 2 } },
      '1',
      '2',
      /\$\.info\.startTime and \$\.info\.terminateTime/,
    ],
    [{ startTime: 5, endTime: 6 }, '5', '6', /\$\.startTime and \$\.endTime/],
    [
      { start: '2026-05-04T10:00:00Z', stop: '2026-05-04' },
      '2026-05-04T10:00:00Z',
      '2026-05-04',
      /\$\.start/,
    ],
    [{ start: 'soon', stop: 'later' }, '1700000000000', '1700000000000', /last change/],
    [{ start: 'release 7', stop: 'release 8' }, '1700000000000', '1700000000000', /last change/],
    [{ info: { startTime: 1 } }, '1700000000000', '1700000000000', /last change/],
    [[1, 2], '1700000000000', '1700000000000', /last change/],
    [null, '1700000000000', '1700000000000', /last change/],
  ];
  for (const [document, start, stop, source] of rows) {
    const times = timesOf(document, changedAt);
    assert.deepEqual([times.start, times.stop], [start, stop]);
    assert.match(times.source, source);
  }
});

test('a start whose number is probably no number of milliseconds gets a warning with the next step', () => {
  const rows: readonly (readonly [start: string, warning: RegExp | undefined])[] = [
    ['1700000000', /^the run starts at 1970-01-20T16:13:20\.000Z, .*; multiply seconds by 1000, and upload/],
    ['1700000000000000', /^the run starts at \S+, .*; divide microseconds by 1000, and upload/],
    ['99999999', undefined],
    ['100000000', /seconds/],
    ['99999999999', /seconds/],
    ['100000000000', undefined],
    ['99999999999999', undefined],
    ['100000000000000', /microseconds/],
    ['1970-01-20T16:13:20Z', undefined],
    ['$.begin', undefined],
    ['', undefined],
  ];
  for (const [start, warning] of rows)
    if (warning === undefined) assert.equal(unitWarning(start), undefined, start);
    else assert.match(unitWarning(start) ?? '', warning);
});

test('a stop before the start gets a warning with both times', () => {
  assert.equal(
    orderWarning('2026-05-04T10:00:00Z', '1777888799000'),
    'the run starts at 2026-05-04T10:00:00.000Z, and stops before that, at 2026-05-04T09:59:59.000Z; ' +
      'give --start and --stop, and upload the file again',
  );
  for (const [start, stop] of [
    ['1', '1'],
    ['1', '2'],
    ['$.begin', '1'],
    ['1', '$.end'],
  ] as const)
    assert.equal(orderWarning(start, stop), undefined, `${start} ${stop}`);
});

test('a given time is kept, and the other one is found', () => {
  const found = { start: '1', stop: '2', source: 'the document' };
  assert.deepEqual(withGiven(found, {}), found);
  assert.deepEqual(withGiven(found, { start: '0' }), {
    start: '0',
    stop: '2',
    source: '--start and the document',
  });
  assert.deepEqual(withGiven(found, { stop: '3' }), {
    start: '1',
    stop: '3',
    source: 'the document and --stop',
  });
});
