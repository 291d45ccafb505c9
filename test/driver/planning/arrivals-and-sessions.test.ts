import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { prepared } from './planned.ts';

/** The planner reports a phase without users, or with more users than sessions, before any load is sent. */

function warningsOf(phase: string, scenario = '[{ a: [{ httpRequest: { GET: / } }] }]'): string[] {
  const [kind = ''] = phase.split(': ');
  const numbers = phase.slice(kind.length + 2);
  const text = `
name: made
http: { host: 'http://localhost:8080', sharedConnections: 20 }
phases:
- main:
    ${kind}: { ${numbers}, scenario: ${scenario} }
`;
  const { plan, problems } = prepared(text, { shards: 1 });
  assert.ok(plan !== undefined, JSON.stringify(problems));
  assert.ok(problems.every(({ severity, line }) => severity === 'warning' && line > 0));
  return problems.map(({ message, hint }) => `${message} (${hint})`);
}

suite('a phase', () => {
  const table: readonly [phase: string, warning?: RegExp][] = [
    [
      'constantRate: usersPerSec: 0.016, duration: 3s',
      /^phase main: 0.048 users arrive on average \(0.016 users\/s for 3 s\), so no user arrives in 95 of 100 runs \(raise the rate, or let the phase last at least 288 s\)$/,
    ],
    [
      'constantRate: usersPerSec: 0.3, duration: 3s, variance: false',
      /^phase main: no user arrives \(0.3 users\/s, evenly spaced for 3 s\) \(raise the rate, or let the phase last at least 4 s\)$/,
    ],
    ['constantRate: usersPerSec: 0.34, duration: 3s, variance: false'],
    ['constantRate: usersPerSec: 0.2, duration: 3s', /so no user arrives in 55 of 100 runs/],
    ['constantRate: usersPerSec: 0.1245, duration: 3s', /^phase main: 0.37 users arrive on average/],
    ['constantRate: usersPerSec: 1, duration: 1s'],
    [
      'increasingRate: initialUsersPerSec: 0.01, targetUsersPerSec: 0.09, duration: 2s',
      /0.1 users arrive on average/,
    ],
    ['always: users: 1, duration: 1s'],
    ['atOnce: users: 1'],
  ];
  for (const [phase, warning] of table)
    test(`${phase}: ${warning === undefined ? 'no warning' : 'a warning'}`, () => {
      const warnings = warningsOf(phase);
      assert.equal(warnings.length, warning === undefined ? 0 : 1, warnings.join('\n'));
      if (warning) assert.match(warnings[0] ?? '', warning);
    });

  test('with forks and iterations: a warning for each fork without users, and none for its iterations', () => {
    const text = `
name: made
http: { host: 'http://localhost:8080', sharedConnections: 20 }
phases:
- main:
    constantRate:
      usersPerSec: { base: 1, increment: 0.1 }
      duration: 2s
      variance: false
      maxIterations: 2
      forks:
      - none: { weight: 1, scenario: [{ a: [{ httpRequest: { GET: / } }] }] }
      - some: { weight: 7, scenario: [{ a: [{ httpRequest: { GET: / } }] }] }
      - nobody: { weight: 2, scenario: [{ a: [{ httpRequest: { GET: / } }] }] }
`;
    const { problems } = prepared(text, { shards: 1 });
    const names = problems.map(({ message }) => /^phase (\S+): no user arrives/.exec(message)?.[1]);
    assert.deepEqual(names, ['main/000/none', 'main/000/nobody']);
  });
});

suite('the sessions of a phase of 5 users/s for 60 s', () => {
  const get = '{ httpRequest: { GET: / } }';
  const table: readonly [what: string, sessions: string, scenario: string, warning?: RegExp][] = [
    [
      'one pause',
      '',
      `[{ a: [${get}, { thinkTime: 3s }, ${get}] }]`,
      /^phase main: 5 users\/s who pause for 3 s in total need 15 sessions at the same time for the pauses alone, but maxSessions is 5 \(by default the users of one second\), so users have to wait \(write 'maxSessions: 31', or a larger number if the target is slow\)$/,
    ],
    [
      'one pause, where users may wait',
      ', maxSessions: 10, sessionLimitPolicy: CONTINUE',
      `[{ a: [{ thinkTime: 3s }] }]`,
      /need 15 sessions at the same time.*maxSessions is 10, so users have to wait and come later than planned \(write 'maxSessions: 31'/,
    ],
    [
      'one pause, enough sessions, where users may wait',
      ', maxSessions: 16, sessionLimitPolicy: CONTINUE',
      `[{ a: [{ thinkTime: 3s }] }]`,
    ],
    ['one pause and enough sessions', ', maxSessions: 16', `[{ a: [{ thinkTime: 3s }] }]`],
    ['just as many', ', maxSessions: 15', `[{ a: [{ thinkTime: 3s }] }]`, /need 15 .*maxSessions is 15, so/],
    ['a short pause', '', `[{ a: [{ thinkTime: 900ms }] }]`],
    [
      'a loop',
      ', maxSessions: 20',
      `[{ a: [{ loop: { counterVar: i, repeats: 10, steps: [${get}, { thinkTime: 500ms }] } }] }]`,
      /pause for 5 s in total need 25 /,
    ],
    [
      'a loop with a rhythm, in which other pauses go by',
      '',
      '[{ a: [{ loop: { counterVar: i, repeats: 10, steps: [{ thinkTime: 300ms }, { thinkTime: { duration: 500ms, fromLast: } }] } }] }]',
      /pause for 5 s in total need 25 /,
    ],
    ['sequences in order', '', `[{ a: [{ thinkTime: 1s }] }, { b: [{ thinkTime: 2s }] }]`, /pause for 3 s/],
    [
      'sequences side by side',
      ', maxSessions: 11',
      `{ initialSequences: [{ a: [{ thinkTime: 1s }] }, { b: [{ thinkTime: 2s }] }] }`,
    ],
    [
      'a sequence that another one starts',
      '',
      `{ initialSequences: [{ a: [{ thinkTime: 1s }, { newSequence: b }] }], sequences: [{ b: [{ thinkTime: 2s }] }] }`,
      /pause for 3 s/,
    ],
    [
      'a random pause counts with its mean',
      '',
      '[{ a: [{ thinkTime: { random: LINEAR, min: 1s, max: 3s } }] }]',
      /pause for 2 s in total need 10 /,
    ],
    [
      'an exponential one as well',
      '',
      '[{ a: [{ thinkTime: { random: NEGATIVE_EXPONENTIAL, duration: 2s, max: 60s } }] }]',
      /pause for 2 s in total need 10 /,
    ],
    [
      'a delay that is waited for, next to a pause',
      '',
      '[{ a: [{ scheduleDelay: { key: k, duration: 3s } }, { thinkTime: 2s }, { awaitDelay: k }] }]',
      /pause for 3 s/,
    ],
    [
      'pauses that not every user comes to',
      '',
      '[{ a: [{ randomInt: { toVar: n, min: 0, max: 9 } }, { breakSequence: { intCondition: n > 1 } }, { thinkTime: 9s }] }]',
    ],
  ];
  for (const [what, sessions, scenario, warning] of table)
    test(what, () => {
      const warnings = warningsOf(`constantRate: usersPerSec: 5, duration: 60s${sessions}`, scenario);
      assert.equal(warnings.length, warning === undefined ? 0 : 1, warnings.join('\n'));
      if (warning) assert.match(warnings[0] ?? '', warning);
    });

  test('are no more than its users', () => {
    const scenario = '[{ a: [{ thinkTime: 100s }] }]';
    const of = (sessions: number) =>
      warningsOf(
        `constantRate: usersPerSec: 5, duration: 6s, variance: false, maxSessions: ${sessions}`,
        scenario,
      );
    assert.deepEqual(of(30), []);
    assert.match(of(29)[0] ?? '', /need 30 sessions at the same time/);
  });

  test('are those of the busiest interval of a ramp', () => {
    const ramp = (sessions: number) =>
      warningsOf(
        `increasingRate: initialUsersPerSec: 0.001, targetUsersPerSec: 10, duration: 10s, maxSessions: ${sessions}`,
        '[{ a: [{ thinkTime: 2s }] }]',
      );
    assert.match(
      ramp(18)[0] ?? '',
      /: up to 10 users\/s who pause for 2 s in total need 19 sessions at the same time/,
    );
    assert.deepEqual(ramp(19), []);
  });
});
