import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Criterion,
  criteriaOf,
  defaultCriteria,
  errorsOf,
  percent,
  ratio,
  time,
} from '../../../lib/driver/judging/criteria.ts';
import type { Sla } from '../../../lib/driver/model/sla.ts';
import type { Counters } from '../../../lib/driver/statistics/partial.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';

/**
 * Each limit is broken just above its bound and not at it. It measures the number that it is named after, and
 * its message has the numbers.
 */

function tallyOf(counters: Partial<Counters>, latencyNs: readonly number[] = []): Tally {
  const tally = new Tally();
  Object.assign(tally.counters, { requests: 100, responses: 100 }, counters);
  for (const ns of latencyNs) tally.recordLatency(ns);
  return tally;
}

function only(sla: Sla): Criterion {
  const [criterion, ...others] = criteriaOf(sla);
  assert.ok(criterion !== undefined && others.length === 0);
  return criterion;
}

function byDefault(failedRatio: number, written: readonly Sla[] = []): Criterion {
  const [criterion] = defaultCriteria({ failedRatio }, written);
  assert.ok(criterion !== undefined);
  return criterion;
}

/** All numbers differ, so a wrong number would be detected. */
const mixed = {
  connectionErrors: 1,
  timeouts: 2,
  internalErrors: 4,
  invalid: 11,
  failed: 15,
  status4xx: 3,
  status5xx: 5,
};

suite('limits of a step', () => {
  const slas: readonly [sla: Sla, measured: number, certain: number | undefined][] = [
    [{ errorRatio: 0.5 }, 0.07, 0.05],
    [{ invalidRatio: 0.5 }, 0.11, 0.09],
  ];
  for (const [sla, measured, certain] of slas)
    test(`${Object.keys(sla)}: measured, and the part that no busy generator can cause`, () => {
      const criterion = only(sla);
      const tally = tallyOf(mixed);
      assert.equal(criterion.measure(tally), measured);
      assert.equal(criterion.certain?.(tally), certain);
      assert.equal(criterion.certain?.(tally, 'certain'), measured);
    });

  test('connections that were closed between two requests are no sure error, whatever timeouts are', () => {
    const tally = tallyOf({ connectionErrors: 3, staleConnections: 2, invalid: 3, failed: 3 });
    for (const criterion of [only({ errorRatio: 0.5 }), only({ invalidRatio: 0.5 }), byDefault(0)])
      for (const timeouts of ['doubtful', 'certain'] as const)
        assert.deepEqual([criterion.measure(tally), criterion.certain?.(tally, timeouts)], [0.03, 0.01]);
  });

  test('advise to count exact statuses, unless a handler counted or most failures have no response', () => {
    const counted = tallyOf({ failed: 9, invalid: 9, status4xx: 4, status5xx: 5 });
    counted.extensions.add({ key: 'exact_status', type: 'counters' }, 'status_404', 4);
    for (const criterion of [only({ invalidRatio: 0.05 }), byDefault(0)]) {
      assert.match(
        criterion.advice?.(tallyOf(mixed)) ?? '',
        /'handler: \{ status: stats \}' in the request$/,
      );
      assert.equal(criterion.advice?.(tallyOf({ ...mixed, timeouts: 3 })), undefined);
      assert.equal(criterion.advice?.(counted), undefined);
    }
    assert.equal(only({ errorRatio: 0.05 }).advice, undefined);
    assert.equal(byDefault(0, [{ invalidRatio: 0.05 }]).advice, undefined);
  });

  test('break at the limit and above, but where nothing happened not even at 0', () => {
    for (const sla of [{ errorRatio: 0.5 }, { invalidRatio: 0.5 }, { meanResponseTimeNs: 0.5 }] as const) {
      const { fails } = only(sla);
      assert.deepEqual([0.49, 0.5, 0.51].map(fails), [false, true, true]);
    }
    const { fails } = only({ errorRatio: 0 });
    assert.deepEqual([0, 0.01].map(fails), [false, true]);
    const quantile = only({ limits: [[0.5, 10]] });
    assert.deepEqual([9, 10, 11].map(quantile.fails), [false, true, true]);
  });

  test('only waiting may reach its limit', () => {
    const { fails } = only({ blockedRatio: 0.5 });
    assert.deepEqual([0.49, 0.5, 0.51].map(fails), [false, false, true]);
  });

  test('without responses nothing is invalid, and timeouts never make the sure part negative', () => {
    const invalid = only({ invalidRatio: 0.5 });
    const silent = tallyOf({ responses: 0, invalid: 9 });
    assert.deepEqual([invalid.measure(silent), invalid.certain?.(silent)], [0, 0]);
    assert.equal(invalid.certain?.(tallyOf({ invalid: 1, timeouts: 2 })), 0);
    const one = tallyOf({ responses: 1, invalid: 9, timeouts: 0 });
    assert.deepEqual([invalid.measure(one), invalid.certain?.(one)], [0.09, 0.09]);
  });

  test('waiting is its part of waiting and response times together', () => {
    const { measure } = only({ blockedRatio: 0.5 });
    assert.equal(measure(tallyOf({ blockedNs: 100 }, [100, 200])), 0.25);
    assert.equal(measure(tallyOf({ blockedNs: 0 }, [])), 0);
  });

  test('count the waits of requests without a response among times, where that is longer', () => {
    const times = Array.from({ length: 90 }, () => 1e6);
    const tally = tallyOf({}, times);
    const [limit, mean] = [only({ limits: [[0.95, 2e6]] }), only({ meanResponseTimeNs: 2e6 })];
    const [p95, average] = [limit.measure(tally), mean.measure(tally)];
    for (let n = 0; n < 10; n += 1) tally.recordUnanswered(1000);
    assert.deepEqual([limit.measure(tally), mean.measure(tally)], [p95, average], 'never less');
    for (let n = 0; n < 10; n += 1) tally.recordUnanswered(3e9);
    const [longer, more] = [limit.measure(tally), mean.measure(tally)];
    assert.ok(limit.fails(longer) && mean.fails(more) && more < 4e8, `${longer} ${more}`);
    assert.match(
      limit.explain(longer, tally),
      /^95 % of responses came within 3\.\d+ s at best, including 20 requests that had no response when their users were stopped, the limit is 2 ms$/,
    );
    assert.match(
      mean.explain(more, tally),
      /^the mean response time was at least 27\d.*, including 20 requests that had no response/,
    );
    assert.doesNotMatch(limit.explain(p95, tally), /leave/);
    const silent = tallyOf({ responses: 0 });
    silent.recordUnanswered(3e6);
    assert.ok(limit.fails(limit.measure(silent)));
    assert.match(
      limit.explain(3e6, silent),
      /, including one request that had no response when its user was stopped/,
    );
  });

  test('explain themselves with their numbers', () => {
    const says = (sla: Sla, tally: Tally): string => {
      const criterion = only(sla);
      return criterion.explain(criterion.measure(tally), tally);
    };
    assert.equal(
      says({ errorRatio: 0.05 }, tallyOf(mixed)),
      '7 % of 100 requests ended in an error, the limit is 5 % (1 connection error, 2 timeouts, 4 internal errors)',
    );
    assert.equal(
      says({ invalidRatio: 0.05 }, tallyOf(mixed)),
      '11 % of 100 requests were marked invalid, the limit is 5 % (3 responses 4xx, 5 responses 5xx)',
    );
    assert.equal(
      says({ invalidRatio: 0.05 }, tallyOf({ invalid: 9, timeouts: 2, failed: 9, status5xx: 1 })),
      '9 % of 100 requests were marked invalid, the limit is 5 % (0 responses 4xx, 1 response 5xx, 6 for other reasons)',
    );
    assert.equal(
      says({ meanResponseTimeNs: 1e6 }, tallyOf({}, [100])),
      'the mean response time was 100 ns, the limit is 1 ms',
    );
    assert.equal(
      says({ blockedRatio: 0.05 }, tallyOf({ blockedNs: 100 }, [100])),
      'requests waited 100 ns for a free connection, 50 % of the time, the limit is 5 %',
    );
    assert.equal(
      says({ limits: [[0.9, 2e9]] }, tallyOf({}, [100])),
      '90 % of responses came within 100 ns, the limit is 2 s',
    );
  });
});

suite('the default limit of failed requests', () => {
  const tally = tallyOf(mixed);

  test('counts errors and invalid requests once each, and holds at its bound', () => {
    const criterion = byDefault(0.01);
    assert.equal(criterion.measure(tally), 0.15);
    assert.equal(criterion.certain?.(tally), 0.13, 'timeouts can be ours');
    assert.equal(criterion.certain?.(tally, 'certain'), 0.15, 'and these cannot');
    assert.deepEqual([0.01, 0.011].map(criterion.fails), [false, true]);
    assert.equal(
      criterion.explain(0.15, tally),
      '15 of 100 requests failed (15 %), the limit is 1 %: 1 connection error, 2 timeouts, 4 internal errors, 3 responses 4xx, 5 responses 5xx',
    );
  });

  test('leaves what the step limits itself', () => {
    const invalid = byDefault(0, [{ errorRatio: 0.5 }]);
    assert.deepEqual([invalid.measure(tally), invalid.certain?.(tally)], [0.08, 0.08]);
    assert.equal(
      invalid.explain(0.08, tally),
      '8 of 100 requests failed (8 %), and the limit allows none: 3 responses 4xx, 5 responses 5xx',
    );
    const errors = byDefault(0, [{ invalidRatio: 0.5 }]);
    assert.deepEqual([errors.measure(tally), errors.certain?.(tally)], [0.07, 0.05]);
    assert.equal(
      errors.explain(0.07, tally),
      '7 of 100 requests failed (7 %), and the limit allows none: 1 connection error, 2 timeouts, 4 internal errors',
    );
  });

  test('names responses only where one of them failed, and one of a kind as one', () => {
    const timeouts = tallyOf({ timeouts: 1, failed: 1, invalid: 1, status5xx: 9 });
    assert.match(byDefault(0).explain(0.01, timeouts), /and the limit allows none: 1 timeout$/);
    const one = tallyOf({ failed: 1, status4xx: 1 });
    assert.match(byDefault(0).explain(0.01, one), /and the limit allows none: 1 response 4xx$/);
    const otherwise = tallyOf({ failed: 3, invalid: 3, status4xx: 1 });
    const reasons = /and the limit allows none: 1 response 4xx, 2 invalid responses$/;
    assert.match(byDefault(0).explain(0.03, otherwise), reasons);
    const errorsAlone = byDefault(0, [{ invalidRatio: 0.5 }]);
    assert.doesNotMatch(errorsAlone.explain(0, otherwise), /invalid/);
    assert.match(
      byDefault(0.5).explain(0, tallyOf({})),
      /^0 of 100 requests failed \(0 %\), the limit is 50 %$/,
    );
  });

  test('is never sure of less than nothing', () => {
    const odd = tallyOf({ timeouts: 3, failed: 1 });
    assert.equal(byDefault(0).certain?.(odd), 0);
    assert.equal(byDefault(0, [{ errorRatio: 1 }]).measure(odd), 0);
  });

  test('and that of waiting give way to what the step writes', () => {
    const names = (defaults: Parameters<typeof defaultCriteria>[0], written: readonly Sla[]) =>
      defaultCriteria(defaults, written).map(({ criterion }) => criterion);
    const both = { failedRatio: 0.01, blockedRatio: 0.01 };
    assert.deepEqual(names(both, []), ['failedRatio', 'blockedRatio']);
    assert.deepEqual(names(both, [{ errorRatio: 1 }]), ['failedRatio', 'blockedRatio']);
    assert.deepEqual(names(both, [{ errorRatio: 1 }, { invalidRatio: 1 }]), ['blockedRatio']);
    assert.deepEqual(names(both, [{ blockedRatio: 1 }]), ['failedRatio']);
    assert.deepEqual(names({}, []), []);
    assert.deepEqual(names({ blockedRatio: 0 }, []), ['blockedRatio']);
  });
});

test('Errors are connection errors, timeouts and internal errors', () => {
  assert.equal(errorsOf(tallyOf(mixed).counters), 7);
});

test('A limit of times applies when there are times', () => {
  for (const sla of [{ meanResponseTimeNs: 1 }, { limits: [[0.5, 1]] }] as const) {
    const { applies } = only(sla);
    assert.deepEqual([applies?.(tallyOf({})), applies?.(tallyOf({}, [5]))], [false, true]);
  }
});

test('Nothing of nothing is a ratio of 0', () => {
  assert.deepEqual([ratio(1, 4), ratio(0, 0), ratio(3, 0)], [0.25, 0, 0]);
});

test('Numbers for people have four digits and the unit that fits', () => {
  assert.deepEqual([0.5, 0.123456, 0].map(percent), ['50 %', '12.35 %', '0 %']);
  assert.deepEqual([0, 999, 1_000, 999_999, 1e6, 1.23456e6, 1e9, 90e9].map(time), [
    '0 ns',
    '999 ns',
    '1 µs',
    '1000 µs',
    '1 ms',
    '1.235 ms',
    '1 s',
    '90 s',
  ]);
});
