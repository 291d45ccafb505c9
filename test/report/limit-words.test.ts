import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../lib/report/limit-verdict.ts';
import { limitWords, measuredWords } from '../../lib/report/limit-words.ts';

const verdict: Verdict = {
  phase: 'main',
  criterion: 'limit',
  passed: true,
  limit: 0,
  measured: 0,
  window: { startMs: 0, endMs: 1000 },
  requests: 10,
  responses: 10,
  percentiles: { '50.0': 0, '90.0': 0, '99.0': 0, '99.9': 0, '99.99': 0 },
  message: '',
};

test('a rule has the limit as it was written, and the measured value has a unit', () => {
  const rows: readonly (readonly [Partial<Verdict>, string, string])[] = [
    [{ criterion: 'failedRatio', limit: 0.01, measured: 0.0213 }, 'at most 1 % failed requests', '2.1 %'],
    [{ criterion: 'failedRatio', limit: 1, measured: 0 }, 'any number of failed requests', '0 %'],
    [{ criterion: 'failedRatio', limit: 0, measured: 0 }, 'no failed requests', '0 %'],
    [{ criterion: 'errorRatio', limit: 0, measured: 0 }, 'no errors', '0 %'],
    [{ criterion: 'invalidRatio', limit: 0, measured: 0 }, 'no invalid responses', '0 %'],
    [
      { criterion: 'blockedRatio', limit: 1.01, measured: 0 },
      'any time that requests wait for a connection',
      '0 %',
    ],
    [
      { criterion: 'sessionLimit', limit: 1, measured: 2, passed: false },
      'at most 1 user at once',
      '2 users had to wait',
    ],
    [{ criterion: 'errorRatio', limit: 0.0125, measured: 0.02 }, 'errors below 1.25 %', '2 %'],
    [
      { criterion: 'invalidRatio', limit: 0.000_001, measured: 0.5 },
      'invalid responses below 0.0001 %',
      '50 %',
    ],
    [{ criterion: 'meanResponseTime', limit: 1.2345e9, measured: 2e9 }, 'mean below 1.2345s', '2.00s'],
    [
      { criterion: 'blockedRatio', limit: 0.1, measured: 0.3 },
      'at most 10 % of the time waiting for a connection',
      '30 %',
    ],
    [{ quantile: 0.99, limit: 250e6, measured: 412e6 }, 'p99 below 250ms', '412ms'],
    [{ quantile: 0.999, limit: 250, measured: 1500 }, 'p99.9 below 250ns', '1.50µs'],
    [{ quantile: 0.07, limit: 33_333, measured: 1500 }, 'p7 below 33.333µs', '1.50µs'],
    [
      { criterion: 'sessionLimit', limit: 12, measured: 1, passed: false },
      'at most 12 users at once',
      '1 user had to wait',
    ],
    [
      { criterion: 'sessionLimit', limit: 12, measured: 3 },
      'users above 12 at the same time wait',
      '3 users had to wait',
    ],
  ];
  for (const [changed, rule, measured] of rows) {
    const each = { ...verdict, ...changed };
    assert.deepEqual([limitWords(each), measuredWords(each)], [rule, measured]);
  }
});
