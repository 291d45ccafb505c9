import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LiveJudge } from '../../../../lib/driver/driving/live-evaluation/judge.ts';
import { type LiveLimits, liveLimits } from '../../../../lib/driver/driving/live-evaluation/live-limits.ts';
import type { EvidenceSecond, LiveEvidence } from '../../../../lib/driver/progress/live-evidence.ts';
import type { Counters } from '../../../../lib/driver/statistics/partial.ts';
import { Tally } from '../../../../lib/driver/statistics/tally.ts';
import { planFrom } from '../../run/records.ts';

/**
 * A limit counts as broken during the load only when it is certainly broken over all shards, and when the
 * target caused it.
 */

const ms = 1e6;

function limitsOf(sla: string, shards = 1, failedRatio = 0.01): LiveLimits {
  const limits = liveLimits({ ...planFrom({ shards, sla }), stopOnFailure: { failedRatio } }, 0);
  assert.ok(limits);
  return limits;
}

function second(
  at: number,
  latencyNs: number,
  { cause, requests = 10 }: Partial<EvidenceSecond> & { requests?: number } = {},
): EvidenceSecond {
  const tally = new Tally();
  Object.assign(tally.counters, { requests, responses: requests });
  for (let request = 0; request < requests; request += 1) tally.recordLatency(latencyNs);
  return {
    second: at,
    ...(cause === undefined ? {} : { cause }),
    rows: [{ metric: 'browse', step: 0, second: at, ...tally.encode() }],
  };
}

const report = (...seconds: readonly EvidenceSecond[]): LiveEvidence => ({ totals: [], seconds });

const failing = (counters: Partial<Counters>): LiveEvidence => ({
  totals: [{ metric: 'browse', step: 0, counters: { ...new Tally().counters, ...counters } }],
  seconds: [],
});

test('the sentence names the request where others have the same metric', () => {
  const plan = planFrom({ shards: 1, sla: '{ limits: { "0.9": 50ms }, window: 2s }' });
  const twice = plan.phases.map((phase) => ({
    ...phase,
    requests: ['GET /', 'GET /products'].map((request, step) => ({
      step,
      metric: 'browse',
      request,
      slas: phase.requests.flatMap(({ slas }) => slas),
    })),
  }));
  const limits = liveLimits({ ...plan, phases: twice, stopOnFailure: { failedRatio: 0.01 } }, 0);
  assert.ok(limits);
  const both = ({ rows, ...at }: EvidenceSecond): EvidenceSecond => ({
    ...at,
    rows: rows.flatMap((row) => [row, { ...row, step: 1 }]),
  });
  const slow = new LiveJudge(limits);
  slow.hear(0, report(...[0, 1, 2, 3].map((at) => both(second(at, 90 * ms)))));
  assert.match(slow.broken() ?? '', /^browse \(GET \/\): 90 % of responses/);
  const broken = new LiveJudge(limits);
  const [total] = failing({ requests: 100, responses: 100, status5xx: 90, failed: 90, invalid: 90 }).totals;
  const [fine] = failing({ requests: 100, responses: 100 }).totals;
  assert.ok(total && fine);
  broken.hear(0, { totals: [fine, { ...total, step: 1 }], seconds: [] });
  assert.match(broken.broken() ?? '', /^browse \(GET \/products\): /);
});

suite('a limit with a window', () => {
  const limits = limitsOf('{ limits: { "0.9": 50ms }, window: 2s }');

  test('is broken as soon as one whole window breaks it, and the sentence names metric, quantile, measure and limit', () => {
    const judge = new LiveJudge(limits);
    judge.hear(0, report(second(0, 10 * ms)));
    assert.equal(judge.broken(), undefined);
    judge.hear(0, report(second(0, 10 * ms), second(1, 10 * ms), second(2, 10 * ms)));
    assert.equal(judge.broken(), undefined);
    judge.hear(0, report(second(3, 90 * ms)));
    assert.match(
      judge.broken() ?? '',
      /^browse: 90 % of responses came within 9\d(\.\d+)? ms, the limit is 50 ms \(from 2 s to 4 s\)$/,
    );
  });

  test('is not judged by a part of its window', () => {
    const judge = new LiveJudge(limits);
    judge.hear(0, report(second(0, 90 * ms)));
    assert.equal(judge.broken(), undefined);
    // No report about second 1 arrives.
    judge.hear(0, report(second(2, 90 * ms)));
    assert.equal(judge.broken(), undefined);
    judge.hear(0, report(second(3, 90 * ms)));
    assert.ok(judge.broken());
  });

  test('is judged over all shards, once all of them have reported its seconds', () => {
    const two = limitsOf('{ limits: { "0.9": 50ms }, window: 1s }', 2);
    const judge = new LiveJudge(two);
    judge.hear(0, report(second(0, 90 * ms, { requests: 10 })));
    assert.equal(judge.broken(), undefined, 'the other shard has not reported it');
    // With ten times as many fast requests, the percentile stays within the limit.
    judge.hear(1, report(second(0, 1 * ms, { requests: 100 })));
    assert.equal(judge.broken(), undefined);
    judge.hear(0, report(second(1, 90 * ms)));
    judge.hear(1, report(second(1, 90 * ms)));
    assert.ok(judge.broken());
  });

  test('does not wait for a shard that is over, and counts no report twice', () => {
    const two = limitsOf('{ limits: { "0.9": 50ms }, window: 1s }', 2);
    const judge = new LiveJudge(two);
    judge.hear(1, report(second(0, 1 * ms, { requests: 100 })), 0);
    for (let times = 0; times < 20; times += 1) judge.hear(0, report(second(0, 90 * ms)));
    assert.equal(judge.broken(), undefined);
    judge.hear(0, report(second(1, 90 * ms)));
    assert.ok(judge.broken());
  });

  test('is not broken in seconds in which the generator was not healthy', () => {
    for (const cause of ['busy', 'cpu', 'late', 'strained', 'loaded', 'delayed', 'descriptors'] as const) {
      const judge = new LiveJudge(limits);
      judge.hear(0, report(second(0, 10 * ms), second(1, 90 * ms, { cause }), second(2, 90 * ms, { cause })));
      assert.equal(judge.broken(), undefined, cause);
    }
  });

  test('is broken when the healthy part of a window breaks it', () => {
    const judge = new LiveJudge(limits);
    judge.hear(0, report(second(0, 10 * ms), second(1, 90 * ms, { cause: 'busy' }), second(2, 90 * ms)));
    assert.ok(judge.broken());
  });
});

test('A custom limit of a metric that no step records is judged as well', () => {
  const limits: LiveLimits = {
    ...limitsOf('{ errorRatio: 0.5 }'),
    custom: [{ metric: 'watch', slas: [{ meanResponseTimeNs: 50 * ms, windowMs: 1_000 }] }],
    windowSeconds: 1,
  };
  const judge = new LiveJudge(limits);
  const { rows } = second(0, 90 * ms);
  judge.hear(0, report({ second: 0, rows: rows.map((row) => ({ ...row, metric: 'watch', step: 9 })) }));
  assert.match(judge.broken() ?? '', /^watch: the mean response time was/);
});

suite('a share of failed requests', () => {
  const table: readonly [
    what: string,
    sla: string,
    counters: Partial<Counters>,
    broken: RegExp | undefined,
  ][] = [
    [
      'all fail',
      '{}',
      { requests: 20, responses: 20, failed: 20, invalid: 20, status5xx: 20 },
      /20 of 20 requests failed/,
    ],
    ['one of five fails', '{}', { requests: 5, responses: 5, failed: 1, invalid: 1 }, undefined],
    ['a few more than may', '{}', { requests: 1_000, responses: 1_000, failed: 14, invalid: 14 }, undefined],
    ['far more than may', '{}', { requests: 1_000, responses: 1_000, failed: 40, invalid: 40 }, /40 of 1000/],
    ['all time out', '{}', { requests: 20, failed: 20, timeouts: 20, invalid: 20 }, undefined],
    [
      'written',
      '{ errorRatio: 0.5 }',
      { requests: 30, connectionErrors: 29, failed: 29 },
      /^browse: 96.67 % of 30 requests ended in an error/,
    ],
    [
      'none may fail and one did',
      '{ errorRatio: 0 }',
      { requests: 1_000, connectionErrors: 1, failed: 1 },
      /^browse: 0.1 %/,
    ],
    [
      'allowed',
      '{ errorRatio: 1, invalidRatio: 1.01 }',
      { requests: 30, connectionErrors: 29, failed: 29 },
      undefined,
    ],
  ];
  for (const [what, sla, counters, broken] of table)
    test(what, () => {
      const judge = new LiveJudge(limitsOf(sla));
      judge.hear(0, failing(counters));
      if (broken === undefined) assert.equal(judge.broken(), undefined);
      else assert.match(judge.broken() ?? '', broken);
    });

  test('is that of all shards together', () => {
    const judge = new LiveJudge(limitsOf('{}', 2, 0.5));
    judge.hear(0, failing({ requests: 30, responses: 30, failed: 30, invalid: 30 }));
    judge.hear(1, failing({ requests: 300, responses: 300 }));
    assert.equal(judge.broken(), undefined);
    judge.hear(1, failing({ requests: 300, responses: 300, failed: 300, invalid: 300 }));
    assert.ok(judge.broken());
  });
});

test('Limits are judged early only on request, and limits on waiting for connections never are', () => {
  assert.equal(liveLimits(planFrom({ shards: 1, sla: '{ errorRatio: 0.1 }' }), 0), undefined);
  const { steps, settledSeconds, windowSeconds } = limitsOf(
    '{ blockedRatio: 0, meanResponseTime: 2500ms, window: 1500ms }',
  );
  assert.deepEqual(
    steps.map(({ step, slas }) => ({ step, slas })),
    [{ step: 0, slas: [{ meanResponseTimeNs: 2.5e9, windowMs: 1_500 }] }],
  );
  assert.deepEqual([settledSeconds, windowSeconds], [4, 2]);
});

suite('a thousand shards', () => {
  const limits = { ...limitsOf('{ limits: { "0.9": 50ms }, window: 2s }'), shards: 1_000 };
  const fast = report(second(0, 10 * ms, { requests: 1 }), second(1, 10 * ms, { requests: 1 }));
  const slow = report(second(0, 90 * ms, { requests: 1 }), second(1, 90 * ms, { requests: 1 }));

  test('are judged when the last of them is heard, in whatever turns they come', () => {
    for (const [slowOnes, isBroken] of [
      [90, false],
      [200, true],
    ] as const) {
      const judge = new LiveJudge(limits);
      for (const turn of [0, 1, 2])
        for (let shard = turn; shard < 1_000; shard += 3) {
          if (shard === 998) assert.equal(judge.broken(), undefined, 'one has not been heard');
          judge.hear(shard, shard < slowOnes ? slow : fast);
          judge.hear(shard, shard < slowOnes ? slow : fast);
        }
      assert.equal(judge.broken() !== undefined, isBroken, `${slowOnes}`);
    }
  });
});
