import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatProblem } from '../../../lib/driver/document/format-problems.ts';
import { type Ceilings, defaultCeilings, planning } from '../../../lib/driver/planning/limits.ts';
import type { PlanOrder } from '../../../lib/driver/planning/prepare-plan.ts';
import { prepared } from './planned.ts';

/** A rejection by the deployment is reported at the phase and the key that the author has to change. */

const scenario = 'scenario: [{ home: [{ httpRequest: { GET: / } }] }]';

const document = `
name: shop
http: { host: http://localhost:8080, sharedConnections: 500 }
phases:
  - calm:
      constantRate: { usersPerSec: 10, duration: 20s, ${scenario} }
  - storm:
      increasingRate:
        initialUsersPerSec: 10
        targetUsersPerSec: 900
        maxSessions: 700
        duration: 30s
        maxDuration: 90s
        startAfter: calm
        ${scenario}
`;

const shortcut = `
name: shop
http: { host: http://localhost:8080, sharedConnections: 500 }
usersPerSec: 900
duration: 30s
${scenario}
`;

const rows: readonly (readonly [ceiling: string, text: string, limits: Partial<Ceilings>, output: RegExp])[] =
  [
    [
      'rate',
      document,
      { usersPerSecMax: 100 },
      /^f:10:9 phases\[1\]\.storm\.increasingRate\.targetUsersPerSec: .*rate .* is 900 users\/s/,
    ],
    ['rate, a single phase', shortcut, { usersPerSecMax: 100 }, /^f:4:1 usersPerSec: /],
    ['users', document, { sessionsMax: 100 }, /^f:11:9 phases\[1\]\.storm\.increasingRate\.maxSessions: /],
    ['users that no document has', shortcut, { sessionsMax: 100 }, /^f:4:1 usersPerSec: the number of users/],
    [
      'length',
      document,
      { durationMsMax: 60_000 },
      /^f:13:9 phases\[1\]\.storm\.increasingRate\.maxDuration: .* is 110 s/,
    ],
    [
      'price',
      document,
      { dollarsMax: 1e-9 },
      /^f:10:9 phases\[1\]\.storm\.increasingRate\.targetUsersPerSec: the estimated price/,
    ],
  ];

for (const [ceiling, text, limits, output] of rows) {
  test(`a plan over the ceiling is refused at its place: ${ceiling}`, () => {
    const { plan, problems } = preparedWithin(text, limits);
    assert.equal(plan, undefined);
    const lines = problems.map((problem) => formatProblem('f', problem));
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', output);
  });
}

test('a benchmark below the ceilings has a plan', () => {
  for (const text of [document, shortcut]) assert.ok(preparedWithin(text, {}).plan);
});

test('parameters are filled in before anything is judged', () => {
  const text = document.replace('usersPerSec: 10', 'usersPerSec: !param RATE 10');
  const rateOf = (parameters: Record<string, string>) =>
    preparedWithin(text, {}, { parameters }).plan?.benchmark.phases[0]?.arrivals;
  assert.deepEqual(rateOf({}), { kind: 'constantRate', usersPerSec: 10, variance: true });
  assert.deepEqual(rateOf({ RATE: '20' }), { kind: 'constantRate', usersPerSec: 20, variance: true });
  const { problems } = preparedWithin(text, { usersPerSecMax: 1_000 }, { parameters: { RATE: '5000' } });
  assert.deepEqual(
    problems.map(({ line, path }) => [line, path]),
    [[6, ['phases', 0, 'calm', 'constantRate', 'usersPerSec']]],
  );
});

test('a document that cannot be read has its own problems only', () => {
  const { plan, problems } = preparedWithin('name: shop\nphases: 7\n', { usersPerSecMax: 1 });
  assert.equal(plan, undefined);
  assert.ok(problems.length > 0 && problems.every(({ message }) => !message.includes('deployment')));
});

test('a target that may not be loaded refuses the plan, with all other problems in the order of the text', () => {
  const allowList = { allowed: ['shop.example'], onLambda: false };
  const { plan, problems } = preparedWithin(document, { usersPerSecMax: 100 }, { allowList });
  assert.equal(plan, undefined);
  assert.deepEqual(
    problems.map(({ severity, line, column, path }) => [severity, line, column, path]),
    [
      ['error', 3, 1, ['http', 0]],
      ['error', 10, 9, ['phases', 1, 'storm', 'increasingRate', 'targetUsersPerSec']],
    ],
  );
  assert.equal(preparedWithin(document, {}, { allowList }).plan, undefined);
});

test('warnings of the document stay together with those of the plan', () => {
  const { plan, problems } = preparedWithin(document.replace('duration: 20s', 'duration: 20'), {});
  assert.ok(plan);
  assert.deepEqual(
    problems.map(({ severity, line }) => [severity, line]),
    [['warning', 6]],
  );
});

test('a plan with warnings is a plan', () => {
  const { plan, problems } = preparedWithin(document.replace('500', '1'), {}, { shards: 3 });
  assert.ok(plan);
  assert.deepEqual(
    problems.map(({ severity, line, path }) => [severity, line, path]),
    [['warning', 3, ['http']]],
  );
});

function preparedWithin(text: string, limits: Partial<Ceilings>, body: Partial<PlanOrder> = {}) {
  const { segmentMsMax } = planning;
  return prepared(text, { burst: 'b', segmentMsMax, limits: { ...defaultCeilings, ...limits }, ...body });
}
