import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import type { Counters } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { type WrkView, wrkText } from '../../../lib/report/wrk/wrk-text.ts';
import { even, phaseOf, planOf, recordOf, t0 } from '../../driver/run/records.ts';
import { completed } from '../../driver/statistics/partials.ts';

const view: WrkView = {
  tool: 'wrk',
  phase: 'test',
  metric: 'request',
  transfer: 'transfer',
  threads: 2,
  latency: false,
  uncorrected: false,
};

type Made = {
  readonly lastedMs?: number;
  readonly counters?: Partial<Counters>;
  readonly answeredNs?: (at: number) => number;
};

/**
 * A run of a hundred requests that took 1 to 100 ms. One of these milliseconds passed before the request was
 * sent. A response has 400 bytes.
 */
function madeRun({ lastedMs = 4000, counters = {}, answeredNs = (at) => at * 30e6 }: Made = {}): RunDocument {
  const recorder = new Recorder();
  const metric = recorder.metric('request', 0);
  const tally = metric.at(0);
  for (let at = 1; at <= 100; at += 1) {
    tally.recordLatency(at * 1e6);
    tally.recordService(at * 1e6 - 1e6);
    tally.recordLateness(0);
    metric.answered(answeredNs(at - 1));
  }
  Object.assign(tally.counters, {
    requests: 100,
    responses: 100,
    status2xx: 100,
    bytesReceived: 700,
    ...counters,
  });
  const transfer = { key: 'transfer', type: 'transfersize' } as const;
  metric.count(0, transfer, 'sent', 9000);
  metric.count(0, transfer, 'received', 40_000);
  const merger = new Merger('test');
  const times = { startedAt: t0, finishedAt: t0 + lastedMs, terminatedAt: t0 + lastedMs };
  merger.accept(
    recorder.partial({ phase: 'test', shard: 0, segment: 0, lease: 'l', outcome: completed(times) }),
  );
  const merged = merger.result();
  const phases = [{ status: 'TERMINATED' as const, t0, endedAt: t0 + lastedMs, merged, verdicts: [] }];
  return runDocument({ ...recordOf({ plan: planOf([phaseOf('test', even)]) }), phases });
}

function textOf(run: RunDocument, changed: Partial<WrkView> = {}): readonly string[] {
  const text = wrkText(run, { ...view, ...changed });
  assert.ok(text);
  return text;
}

test('requests are those that were answered, as in the tools', () => {
  const lines = textOf(madeRun({ counters: { requests: 160 } })).join('\n');
  assert.match(lines, / {2}100 requests in 4\.00s,/);
  assert.match(lines, /Requests\/sec: {5}25\.00/);
});

test('the figures of a test, in their places to the character', () => {
  assert.deepEqual(textOf(madeRun()), [
    '  Thread Stats   Avg      Stdev     Max   +/- Stdev',
    '    Latency    50.50ms   28.87ms 100.14ms   58.00%',
    '    Req/Sec    12.50      8.34    17.00     75.00%',
    '  100 requests in 4.00s, 39.06KB read',
    'Requests/sec:     25.00',
    'Transfer/sec:      9.77KB',
  ]);
});

test('with percentiles, those of wrk in short and those of wrk2 with three decimals', () => {
  const lines = (changed: Partial<WrkView>) => textOf(madeRun(), { latency: true, ...changed });
  const wrk = lines({});
  assert.deepEqual(wrk.slice(3, 14), [
    '  Latency Distribution',
    '     50%   50.07ms',
    '     75%   75.50ms',
    '     90%   90.18ms',
    '     99%   99.09ms',
    '   99.9%  100.14ms',
    '  99.99%  100.14ms',
    ' 99.999%  100.14ms',
    '    100%  100.14ms',
    '',
    '  Detailed Percentile spectrum:',
  ]);
  const wrk2 = lines({ tool: 'wrk2' });
  assert.deepEqual(wrk2.slice(3, 6), [
    '  Latency Distribution (HdrHistogram - Recorded Latency)',
    ' 50.000%   50.07ms',
    ' 75.000%   75.50ms',
  ]);
  assert.equal(wrk2.at(-4), '-'.repeat(58));
  const both = lines({ tool: 'wrk2', uncorrected: true });
  const second = both.findIndex((line) => line.includes('Uncorrected Latency'));
  assert.deepEqual(both.slice(second + 1, second + 3), [' 50.000%   49.02ms', ' 75.000%   74.45ms']);
});

suite('requests per second of a thread', () => {
  const line = (made: Made, changed?: Partial<WrkView>) => textOf(madeRun(made), changed)[2];

  test('are those that were answered in a second, whenever they were due', () => {
    // All requests are due in the first second, and 25 a second are answered.
    assert.equal(
      line({ answeredNs: (at) => 20e6 + at * 40e6 }),
      '    Req/Sec    12.50      0.00    12.50    100.00%',
    );
  });

  test('have a sample of nothing for a second without an answer, and none for the last part of a second', () => {
    const answeredNs = (at: number) => (at < 50 ? 0 : 3.2e9);
    const first = '    Req/Sec    16.67     28.87    50.00     66.67%';
    assert.equal(line({ answeredNs, lastedMs: 3500 }, { threads: 1 }), first);
  });

  test('are one sample for a test of less than a second', () => {
    assert.equal(
      line({ lastedMs: 500 }, { threads: 1 }),
      '    Req/Sec   200.00      0.00   200.00    100.00%',
    );
  });
});

test('errors and bad statuses are at the end, if there are any', () => {
  const counters = { connectionErrors: 3, timeouts: 4, status4xx: 5, status5xx: 6, statusOther: 7 };
  assert.deepEqual(textOf(madeRun({ counters })).slice(6), [
    '  Socket errors: connect 3, read 0, write 0, timeout 4',
    '  Non-2xx or 3xx responses: 18',
  ]);
  assert.deepEqual(textOf(madeRun({ counters: { internalErrors: 2 } })).slice(6), ['  Internal errors: 2']);
});

test('a run without statistics of the test has no text', () => {
  assert.equal(wrkText(madeRun(), { ...view, phase: 'calibration' }), undefined);
});

test('scripts that read the output of wrk read this', () => {
  const counters = { connectionErrors: 3, timeouts: 4, status5xx: 6 };
  const text = textOf(madeRun({ counters }), { latency: true }).join('\n');
  const one = (expression: RegExp): readonly string[] => expression.exec(text)?.slice(1) ?? [];
  assert.deepEqual(one(/Requests\/sec:\s+([\d.]+)/), ['25.00']);
  assert.deepEqual(one(/Transfer\/sec:\s+([\d.]+)(\w+)/), ['9.77', 'KB']);
  assert.deepEqual(one(/Latency\s+([\d.]+)(\w+)\s+([\d.]+)(\w+)\s+([\d.]+)(\w+)\s+([\d.]+)%/), [
    ...['50.50', 'ms', '28.87', 'ms', '100.14', 'ms', '58.00'],
  ]);
  assert.deepEqual(one(/Req\/Sec\s+([\d.]+)(k?)\s+([\d.]+)(k?)\s+([\d.]+)(k?)\s+([\d.]+)%/), [
    ...['12.50', '', '8.34', '', '17.00', '', '75.00'],
  ]);
  assert.deepEqual(one(/(\d+) requests in ([\d.]+)(\w+), ([\d.]+)(\w*B) read/), [
    '100',
    '4.00',
    's',
    '39.06',
    'KB',
  ]);
  assert.deepEqual(one(/^\s+99%\s+(\S+)$/m), ['99.09ms']);
  assert.deepEqual(one(/connect (\d+), read (\d+), write (\d+), timeout (\d+)/), ['3', '0', '0', '4']);
  assert.deepEqual(one(/Non-2xx or 3xx responses: (\d+)/), ['6']);
  // The toolset of TechEmpower parses the four numbers of this line by their units.
  const latency = text.split('\n').find((line) => line.includes('Latency  '));
  assert.equal(latency?.match(/([0-9]+\.*[0-9]*[us|ms|s|m|%]+)/g)?.length, 4);
});
