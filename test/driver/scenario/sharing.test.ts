import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { SharedStore } from '../../../lib/driver/sharing/shared-store.ts';
import { responseAfter } from '../http/scripted-target.ts';
import { runVirtually } from '../session/shards.ts';
import { runScenario, type ScenarioRun } from './scenario-run.ts';

/** Steps share data of one user with other users. */

async function run(
  steps: readonly unknown[],
  users = 1,
  shared = new SharedStore({ phase: 0, shard: 0, segment: 0 }),
): Promise<ScenarioRun & { shared: SharedStore }> {
  return { ...(await runScenario([{ main: steps }], { users, environment: { shared } })), shared };
}

const messages = ({ failures }: ScenarioRun): readonly string[] =>
  failures.map((failure) => (failure as Error).message.replace(/^.*?: /, ''));

suite('shared maps', () => {
  test('row 46: ten users push and ten pull, then no map is left and variables do not change', async () => {
    const pulled = { pullSharedMap: { key: 'users', vars: ['it'] } };
    const pushed = await run(
      [
        { addToSharedCounter: 'n += 2' },
        { getSharedCounter: { key: 'n', toVar: 'count' } },
        { setInt: { var: 'it', fromVar: 'count' } },
        { pushSharedMap: { key: 'users', vars: ['it'] } },
      ],
      10,
    );
    assert.deepEqual(pushed.failures, []);
    const { logged, failures } = await run(
      [{ set: 'it <- kept' }, pulled, { log: '${it}' }],
      11,
      pushed.shared,
    );
    assert.deepEqual(failures, []);
    assert.deepEqual(logged, ['2', '4', '6', '8', '10', '12', '14', '16', '18', '20', 'kept']);
  });

  test('are pulled by a matching entry, and variables that the map does not have are unset', async () => {
    const { logged, variables, failures } = await run([
      { set: 'id <- a' },
      { set: 'more <- first' },
      { pushSharedMap: { key: 'k', vars: ['id', 'more', 'unset'] } },
      { set: 'id <- b' },
      { pushSharedMap: { key: 'k', vars: ['id'] } },
      { pullSharedMap: { key: 'k', match: 'id', vars: 'more' } },
      { log: '${more}' },
      { set: 'id <- c' },
      { pullSharedMap: { key: 'k', match: 'id', vars: ['id'] } },
      { pullSharedMap: { key: 'k', vars: ['id', 'more'] } },
      { set: 'unset <- x' },
    ]);
    assert.deepEqual(failures, []);
    assert.deepEqual(logged, ['<more is not set>']);
    assert.deepEqual([variables.id, variables.more], ['a', 'first']);
  });
});

suite('shared counters', () => {
  const rows: readonly (readonly [unknown, number])[] = [
    ['c++', 1],
    ['c--', -1],
    ['c += 3', 3],
    ['c -= 4', -4],
    [{ key: 'c', value: 7 }, 7],
    [{ key: 'c', operator: 'SUBTRACT', value: 7 }, -7],
    [{ key: 'c', operator: 'subtract', fromVar: 'amount' }, -5],
  ];
  for (const [body, value] of rows)
    test(`addToSharedCounter: ${JSON.stringify(body)}`, async () => {
      const { variables } = await run([
        { setInt: 'amount <- 5' },
        { addToSharedCounter: body },
        { getSharedCounter: 'c' },
      ]);
      assert.equal(variables.c, value);
    });

  test('are one for all users, begin at 0, and can be set', async () => {
    const { logged, variables } = await run(
      [
        { getSharedCounter: 'c' },
        { log: '${c}' },
        { addToSharedCounter: 'c++' },
        { setInt: 'd <- 9' },
        { setSharedCounter: 'd' },
        { getSharedCounter: { key: 'd', toVar: 'e' } },
      ],
      3,
    );
    assert.deepEqual([logged, variables.e], [['0', '1', '2'], 9]);
  });

  test('count beyond an int variable, which then holds the nearest', async () => {
    const most = { setSharedCounter: { key: 'c', value: 2147483647 } };
    const { variables, shared } = await run([
      most,
      { addToSharedCounter: 'c += 5' },
      { getSharedCounter: 'c' },
    ]);
    assert.deepEqual([variables.c, shared.counter('c').value], [2147483647, 2147483652]);
    const least = await run([
      { setSharedCounter: { key: 'c', value: -2147483648 } },
      { addToSharedCounter: 'c -= 5' },
      { getSharedCounter: 'c' },
    ]);
    assert.equal(least.variables.c, -2147483648);
  });

  test('fail the phase when they add an unset variable', async () => {
    const failed = await run([{ addToSharedCounter: { key: 'c', fromVar: 'x' } }, { setInt: 'x <- 1' }]);
    assert.deepEqual(messages(failed), ["variable 'x' is not set"]);
  });
});

suite('agent data', () => {
  test('reaches other users, and each user has a separate copy', async () => {
    const { shared } = await run([{ set: 'token <- abc' }, { publishAgentData: 'token' }]);
    const { variables } = await run([{ readAgentData: { name: 'token', toVar: 't' } }], 2, shared);
    assert.equal(variables.t, 'abc');
  });

  test('fails the phase when it is not there, published twice, or unset', async () => {
    const unread = await run([{ readAgentData: 'token' }, { log: 'on' }]);
    assert.deepEqual(
      [messages(unread), unread.logged],
      [
        [
          "agent data 'token' is not published, publish the data before this step, or in a phase that ends before this one (startAfterStrict)",
        ],
        [],
      ],
    );
    const twice = await run([
      { set: 'a <- 1' },
      { publishAgentData: 'a' },
      { publishAgentData: { name: 'a', fromVar: 'a' } },
    ]);
    assert.deepEqual(messages(twice), [
      "agent data 'a' was published before; a name can be published only once",
    ]);
    const unset = await run([{ publishAgentData: { name: 'a', fromVar: 'b' } }, { set: 'b <- 1' }]);
    assert.deepEqual(messages(unset), ["variable 'b' is not set"]);
  });

  test('fails the phase from within a handler as well', async () => {
    const handler = { onCompletion: [{ readAgentData: 'token' }, { log: 'behind' }] };
    const { outcome, log } = await runVirtually(
      { scenario: [{ main: [{ httpRequest: { GET: '/', handler } }] }] },
      { answer: () => responseAfter(1) },
    );
    assert.deepEqual([outcome.result, log], ['failed', []]);
    assert.match(outcome.reason ?? '', /step 1 of 1 \(httpRequest\): agent data 'token' is not published/);
  });
});

suite('global counters', () => {
  const forms: readonly unknown[] = [['a', 'b'], { a: 'a', b: 'b' }, ['a', { b: 'b' }]];
  for (const vars of forms)
    test(`add variables given as ${JSON.stringify(vars)}`, async () => {
      const steps = [
        { setInt: 'a <- 2' },
        { set: 'b <- -9007199254740993' },
        { publishGlobalCounters: { key: 'k', vars } },
      ];
      const { shared } = await run(steps, 3);
      assert.deepEqual(shared.globalSums(), { k: { a: '6', b: '-27021597764222979' } });
    });

  test('refuse what is no number of 64 bits', async () => {
    for (const text of ['9223372036854775808', 'many', '']) {
      const failed = await run([
        { set: { var: 'a', value: text } },
        { publishGlobalCounters: { key: 'k', vars: ['a'] } },
      ]);
      assert.deepEqual(messages(failed), [
        `variable 'a' is text of ${text.length} characters, expected a whole number of 64 bits`,
      ]);
    }
  });

  const document = (key: string): string => `
name: sums
http: { host: 'http://127.0.0.1' }
phases:
- one:
    atOnce:
      users: 1
      forks:
        a: { scenario: [{ main: [{ setInt: 'n <- 1' }, { publishGlobalCounters: { key: k, vars: [n] } }] }] }
        b: { scenario: [{ main: [{ setInt: 'n <- 1' }, { publishGlobalCounters: { key: k, vars: [n] } }] }] }
- two:
    atOnce:
      users: 1
      scenario: [{ main: [{ setInt: 'n <- 1' }, { publishGlobalCounters: { key: ${key}, vars: [n] } }] }]`;

  test('of two phases under one key are an error at load; forks of a phase add to one', () => {
    const { problems } = parseBenchmark(document('k'));
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ message, line }) => [message, line]),
      [["phase 'one' already publishes global counters with the key 'k'", 14]],
    );
    assert.deepEqual(
      parseBenchmark(document('other')).problems.filter(({ severity }) => severity === 'error'),
      [],
    );
  });
});
