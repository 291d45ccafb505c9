import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import {
  ListExecutionsCommand,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  type SFNServiceException,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { burstStates } from '../../../lib/functions/state-functions.ts';
import { createStepFunctionsEndpoint } from '../../../lib/local/state-machine/endpoint.ts';
import { Executions } from '../../../lib/local/state-machine/executions.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { StateEvent } from '../../../lib/local/state-machine/interpreter/execution-scope.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { loadDefinition, resources } from '../../../lib/local/state-machine/interpreter/load.ts';
import { localTaskTokens } from '../../../lib/local/state-machine/local-execution-scope.ts';
import { steadyClock } from '../../../lib/local/steady-clock.ts';
import { afterwards, clientDefaults, credentials, listening, scratchDir } from '../scratch.ts';

type Functions = Readonly<Record<string, (payload: never) => Json | Promise<Json>>>;

/** A service that executes one definition with functions of the test. */
function machineOf(t: TestContext, definition: object, functions: Functions = {}, dir = scratchDir(t)) {
  const failures: unknown[] = [];
  const events: StateEvent[] = [];
  const executions = new Executions({
    definition: loadDefinition(JSON.stringify({ QueryLanguage: 'JSONata', ...definition })),
    name: 'test',
    journal: join(dir, 'executions.jsonl'),
    invoke: async (name, payload) => {
      const run = functions[name];
      if (!run) throw new StatesError('Lambda.ResourceNotFoundException', name);
      return run(payload as never);
    },
    record: (_, event) => events.push(event),
    log: (error) => failures.push(error),
  });
  afterwards(t, () => executions.close());
  const run = (input: Json = {}) => executions.ended(executions.start(JSON.stringify(input)).name);
  return { executions, events, failures, run };
}

const task = (FunctionName: string, more: object = {}) => ({
  Type: 'Task',
  Resource: resources.invoke,
  Arguments: { FunctionName, Payload: '{% $states.input %}' },
  Output: '{% $states.result.Payload %}',
  End: true,
  ...more,
});
const one = (state: object, more: object = {}) => ({ StartAt: 'A', States: { A: state }, ...more });
const waitForToken = (more: object = {}) => ({
  Type: 'Task',
  Resource: resources.invokeAndWait,
  Arguments: { FunctionName: 'ask', Payload: { token: '{% $states.context.Task.Token %}' } },
  End: true,
  ...more,
});
const each = (state: object, more: object = {}) => ({
  Type: 'Map',
  ItemProcessor: {
    ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
    ...one(state),
  },
  End: true,
  ...more,
});
function flaky(failures: number): Functions {
  let calls = 0;
  return {
    flaky: () => {
      calls += 1;
      if (calls <= failures) throw new StatesError('TypeError', 'not yet');
      return calls;
    },
  };
}
const odd: Functions = {
  odd: (item: number) => {
    if (item % 2 === 0) throw new StatesError('Even', String(item));
    return item * 10;
  },
};
const fast = { IntervalSeconds: 0.001, ErrorEquals: ['States.ALL'] };
const goOn = { Type: 'Pass', End: true };
/** A definition of a state that may go to the state B. */
const toGoOn = (state: object) => ({ StartAt: 'A', States: { A: state, B: goOn } });
const waiting = one({ Type: 'Wait', Seconds: 3600, End: true });

type Case = {
  readonly definition: object;
  readonly functions?: Functions;
  readonly input?: Json;
  readonly output?: Json;
  readonly error?: string;
  readonly status?: string;
  readonly cause?: RegExp;
};

const cases: Readonly<Record<string, Case>> = {
  'Pass gives its Output': {
    definition: one({ Type: 'Pass', Output: { a: '{% $states.input.a + 1 %}', b: 'text' }, End: true }),
    input: { a: 1 },
    output: { a: 2, b: 'text' },
  },
  'Pass without Output gives its input': { definition: one(goOn), input: [1, null], output: [1, null] },
  'Fail fails with error and cause': {
    definition: one({ Type: 'Fail', Error: '{% $states.input.e %}', Cause: 'because' }),
    input: { e: 'Mine' },
    error: 'Mine',
    cause: /^because$/,
  },
  'Choice takes the first rule that holds': {
    definition: {
      StartAt: 'A',
      States: {
        A: {
          Type: 'Choice',
          Choices: [
            { Condition: '{% $states.input > 5 %}', Next: 'B' },
            { Condition: '{% $states.input > 3 %}', Next: 'C' },
            { Condition: '{% $states.input > 2 %}', Next: 'D' },
          ],
          Default: 'D',
        },
        B: { Type: 'Pass', Output: 'large', End: true },
        C: { Type: 'Pass', Output: 'middle', End: true },
        D: { Type: 'Pass', Output: 'small', End: true },
      },
    },
    input: 4,
    output: 'middle',
  },
  'Choice without a match': {
    definition: toGoOn({ Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'B' }] }),
    error: 'States.NoChoiceMatched',
  },
  'a condition must be a boolean': {
    definition: toGoOn({ Type: 'Choice', Choices: [{ Condition: '{% 1 %}', Next: 'B' }] }),
    error: 'States.QueryEvaluationError',
  },
  'an expression must return something': {
    definition: one({ Type: 'Pass', Output: '{% $states.input.none %}', End: true }),
    error: 'States.QueryEvaluationError',
    cause: /returned nothing/,
  },
  'Wait for seconds and for an instant that has passed': {
    definition: {
      StartAt: 'A',
      States: {
        A: { Type: 'Wait', Seconds: '{% 0.001 %}', Next: 'B' },
        B: { Type: 'Wait', Timestamp: '{% $fromMillis(0) %}', Output: 'waited', End: true },
      },
    },
    output: 'waited',
  },
  'Task has the shape of the Lambda integration': {
    definition: one(task('echo', { Output: '{% $states.result %}' })),
    functions: { echo: (payload) => ({ got: payload }) },
    input: 7,
    output: { ExecutedVersion: '$LATEST', Payload: { got: 7 }, StatusCode: 200 },
  },
  'Task fails with the error of its function': {
    definition: one(task('odd')),
    functions: odd,
    input: 2,
    error: 'Even',
  },
  'Retry repeats until it works': {
    definition: one(task('flaky', { Retry: [{ ...fast, MaxAttempts: 2 }] })),
    functions: flaky(2),
    output: 3,
  },
  'Retry ends after its attempts': {
    definition: one(task('flaky', { Retry: [{ ...fast, MaxAttempts: 2 }] })),
    functions: flaky(3),
    error: 'TypeError',
  },
  'Catch gives its Output to the state that follows': {
    definition: toGoOn(
      task('odd', {
        End: undefined,
        Next: 'B',
        Catch: [
          {
            ErrorEquals: ['Even'],
            Output: '{% $states.errorOutput.Error & " " & $states.errorOutput.Cause & " " & $states.input %}',
            Next: 'B',
          },
        ],
      }),
    ),
    functions: odd,
    input: 4,
    output: 'Even 4 4',
  },
  'Catch without Output gives Error and Cause': {
    definition: toGoOn(task('odd', { Catch: [{ ErrorEquals: ['States.TaskFailed'], Next: 'B' }] })),
    functions: odd,
    input: 4,
    output: { Error: 'Even', Cause: '4' },
  },
  'Task timeout is States.Timeout, which States.TaskFailed does not match': {
    definition: toGoOn(
      task('slow', {
        TimeoutSeconds: '{% 0.01 %}',
        Catch: [
          { ErrorEquals: ['States.TaskFailed'], Output: 'wrong', Next: 'B' },
          { ErrorEquals: ['States.Timeout'], Output: 'late', Next: 'B' },
        ],
      }),
    ),
    functions: { slow: () => new Promise(() => undefined) },
    output: 'late',
  },
  'a task timeout that nothing catches fails the execution': {
    definition: one(task('slow', { TimeoutSeconds: 0.01 })),
    functions: { slow: () => new Promise(() => undefined) },
    error: 'States.Timeout',
    status: 'FAILED',
  },
  'the execution has a time limit': {
    definition: one({ Type: 'Wait', Seconds: 60, End: true }, { TimeoutSeconds: 0.01 }),
    error: 'States.Timeout',
    status: 'TIMED_OUT',
  },
  'a payload above 256 KiB is States.DataLimitExceeded, which States.ALL does not catch': {
    definition: toGoOn(task('large', { Retry: [fast], Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }] })),
    functions: { large: () => 'x'.repeat(256 * 1024) },
    error: 'States.DataLimitExceeded',
  },
  'a payload is measured in bytes': {
    definition: one(task('large')),
    functions: { large: () => 'ü'.repeat(140_000) },
    error: 'States.DataLimitExceeded',
  },
  'nor does anything that names it': {
    definition: toGoOn(task('large', { Catch: [{ ErrorEquals: ['States.DataLimitExceeded'], Next: 'B' }] })),
    functions: { large: () => 'x'.repeat(256 * 1024) },
    error: 'States.DataLimitExceeded',
  },
  'a fault of the definition is States.Runtime, which nothing catches': {
    definition: toGoOn({
      ...task('none', { Catch: [{ ErrorEquals: ['States.Runtime', 'States.ALL'], Next: 'B' }] }),
      Arguments: { FunctionName: 1 },
    }),
    error: 'States.Runtime',
  },
  'items above 256 KiB are States.DataLimitExceeded': {
    definition: one(each(goOn, { Items: '{% [0..50000] %}' })),
    error: 'States.DataLimitExceeded',
  },
  'States.TaskFailed does not match an expression that fails, States.ALL does': {
    definition: toGoOn(
      task('echo', {
        Output: '{% $states.result.none %}',
        Catch: [
          { ErrorEquals: ['States.TaskFailed'], Output: 'wrong', Next: 'B' },
          { ErrorEquals: ['States.ALL'], Output: '{% $states.errorOutput.Error %}', Next: 'B' },
        ],
      }),
    ),
    functions: { echo: (payload) => payload },
    output: 'States.QueryEvaluationError',
  },
  'nor does States.TaskFailed': {
    definition: toGoOn(task('large', { Catch: [{ ErrorEquals: ['States.TaskFailed'], Next: 'B' }] })),
    functions: { large: () => 'x'.repeat(256 * 1024) },
    error: 'States.DataLimitExceeded',
  },
  'a state knows its name and how often it was tried again': {
    definition: one(
      task('flaky', {
        Retry: [{ ...fast, MaxAttempts: 2 }],
        Output: '{% [$states.context.State.Name, $states.context.State.RetryCount] %}',
      }),
    ),
    functions: flaky(2),
    output: ['A', 2],
  },
  'Map has index and value for its ItemSelector': {
    definition: one(
      each(goOn, {
        Items: '{% [0..($states.input.n - 1)] %}',
        ItemSelector: {
          i: '{% $states.context.Map.Item.Index %}',
          v: '{% $states.context.Map.Item.Value %}',
        },
      }),
    ),
    input: { n: 2 },
    output: [
      { i: 0, v: 0 },
      { i: 1, v: 1 },
    ],
  },
  'a Map over nothing gives nothing': { definition: one(each(goOn)), input: [], output: [] },
  'Map keeps the order of its items': {
    definition: one(
      each(
        { Type: 'Wait', Seconds: '{% $states.input / 1000 %}', End: true },
        { Items: '{% [30, 20, 1] %}' },
      ),
    ),
    output: [30, 20, 1],
  },
  'a distributed item is an execution of its own': {
    definition: one(each({ Type: 'Pass', Output: '{% $states.context.Execution.Input %}', End: true })),
    input: [{ a: 1 }],
    output: [{ a: 1 }],
  },
  'a distributed Map tolerates nothing by default': {
    definition: one(each(task('odd'))),
    functions: odd,
    input: [2, ...new Array(199).fill(1)],
    error: 'States.ExceedToleratedFailureThreshold',
  },
  'tolerated failures are a part of all items, and left out of the result': {
    definition: one(each(task('odd'), { ToleratedFailurePercentage: '{% 40 %}' })),
    functions: odd,
    input: [1, 2, 3, 4, 5],
    output: [10, 30, 50],
  },
  'one failure above the percentage fails the Map': {
    definition: one(each(task('odd'), { ToleratedFailurePercentage: 39 })),
    functions: odd,
    input: [1, 2, 3, 4, 5],
    error: 'States.ExceedToleratedFailureThreshold',
    cause: /^The specified tolerated failure threshold was exceeded$/,
  },
};

describe('an execution ends as Step Functions would end it', () => {
  for (const [name, { definition, functions, input = {}, output, error, status, cause }] of Object.entries(
    cases,
  )) {
    test(name, async (t) => {
      const ended = await machineOf(t, definition, functions).run(input);
      if (error === undefined) {
        assert.equal(ended.status, 'SUCCEEDED', `${ended.error}: ${ended.cause}`);
        assert.deepEqual(JSON.parse(ended.output ?? ''), output);
      } else {
        assert.deepEqual([ended.status, ended.error], [status ?? 'FAILED', error], ended.cause);
        if (cause) assert.match(ended.cause ?? '', cause);
      }
    });
  }
});

describe('an execution waits as long as its states say', () => {
  const retried = (more: object) => one(task('flaky', { Retry: [{ ErrorEquals: ['States.ALL'], ...more }] }));
  const now = 1_700_000_000_000;
  const waits: Readonly<Record<string, readonly [definition: object, waitsMs: readonly number[]]>> = {
    'a second, doubled each time, three times': [retried({}), [1000, 2000, 4000]],
    'an interval, multiplied by a rate': [
      retried({ IntervalSeconds: 2, BackoffRate: 1.5, MaxAttempts: 4 }),
      [2000, 3000, 4500, 6750],
    ],
    'never longer than a bound': [
      retried({ IntervalSeconds: 2, MaxAttempts: 4, MaxDelaySeconds: 5 }),
      [2000, 4000, 5000, 5000],
    ],
    'a part of it, with jitter': [retried({ JitterStrategy: 'FULL', MaxAttempts: 2 }), [250, 500]],
    'never, without attempts': [retried({ MaxAttempts: 0 }), []],
    'the first retrier that matches, each counted by itself': [
      one(
        task('flaky', {
          Retry: [
            { ErrorEquals: ['Other'], IntervalSeconds: 9 },
            { ErrorEquals: ['TypeError'], IntervalSeconds: 3, MaxAttempts: 1 },
            { ErrorEquals: ['States.ALL'], IntervalSeconds: 5 },
          ],
        }),
      ),
      [3000],
    ],
    'seconds, also beyond what a timer can': [
      one({ Type: 'Wait', Seconds: 2 ** 31 / 1000, End: true }),
      [2 ** 31 - 1, 1],
    ],
    'until an instant': [
      one({ Type: 'Wait', Timestamp: `{% $fromMillis(${now} + 90000) %}`, End: true }),
      [90_000],
    ],
    'until the beginning of the second of an instant': [
      one({ Type: 'Wait', Timestamp: `{% $fromMillis(${now} + 90999) %}`, End: true }),
      [90_000],
    ],
  };
  for (const [name, [definition, waitsMs]] of Object.entries(waits)) {
    test(name, async (t) => {
      const { run } = machineOf(t, definition, flaky(100));
      const seen: number[] = [];
      t.mock.method(steadyClock, 'now', () => now);
      t.mock.method(Math, 'random', () => 0.25);
      t.mock.method(globalThis, 'setTimeout', (done: () => void, ms: number) => {
        seen.push(ms);
        return setImmediate(done);
      });
      await run();
      assert.deepEqual(seen, waitsMs);
    });
  }
});

describe('states that no state waits for any more stop', () => {
  const held = (): { functions: Functions; release: () => Promise<Json> } => {
    const { promise, resolve } = Promise.withResolvers<Json>();
    const release = async (): Promise<Json> => {
      resolve(null);
      for (const _ of '1234') await new Promise((resolve) => setImmediate(resolve));
      return null;
    };
    return { functions: { ...odd, held: () => promise, release }, release };
  };
  const further = { held: task('held', { End: undefined, Next: 'Further' }), Further: goOn };
  const cases: Readonly<Record<string, readonly [object, string]>> = {
    'other items of a Map that has failed': [
      {
        StartAt: 'Items',
        States: {
          Items: {
            ...each(goOn),
            ItemProcessor: {
              ...each(goOn).ItemProcessor,
              StartAt: 'Which',
              States: {
                Which: {
                  Type: 'Choice',
                  Choices: [{ Condition: '{% $states.input = 1 %}', Next: 'held' }],
                  Default: 'odd',
                },
                ...further,
                odd: task('odd'),
              },
            },
            // The error is caught, so the execution continues.
            Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Release' }],
          },
          Release: task('release'),
        },
      },
      'SUCCEEDED',
    ],
    'states of an execution beyond its time limit': [
      { StartAt: 'held', States: further, TimeoutSeconds: 0.01 },
      'TIMED_OUT',
    ],
  };
  for (const [name, [definition, status]] of Object.entries(cases)) {
    test(name, async (t) => {
      const { functions, release } = held();
      const { run, events } = machineOf(t, definition, functions);
      assert.equal((await run([1, 2])).status, status);
      await release();
      const entered = events.filter(({ type }) => type === 'entered').map(({ state }) => state);
      assert.ok(entered.includes('held') && !entered.includes('Further'), entered.join());
    });
  }

  test('a token whose task has run out of time', async (t) => {
    const asked: string[] = [];
    const ask = ({ token }: { token: string }) => asked.push(token);
    const { run, executions } = machineOf(t, one(waitForToken({ TimeoutSeconds: 0.01 })), { ask });
    assert.equal((await run()).error, 'States.Timeout');
    assert.deepEqual(
      asked.map((token) => executions.tokens.succeed(token, 1)),
      [false],
    );
  });
});

test('a task without a heartbeat fails, and its token is unknown from then on', async (t) => {
  const asked: string[] = [];
  const ask = ({ token }: { token: string }) => asked.push(token);
  const { run, executions } = machineOf(t, one(waitForToken({ HeartbeatSeconds: 0.01 })), { ask });
  assert.equal((await run()).error, 'States.HeartbeatTimeout');
  assert.deepEqual(
    asked.map((token) => executions.tokens.beat(token)),
    [false],
  );
});

describe('a task token', () => {
  test('is answered once, also before its task continues', async () => {
    const tokens = localTaskTokens();
    const { token, answer } = tokens.issue();
    assert.deepEqual(
      [tokens.succeed(token, 1), tokens.succeed(token, 2), tokens.fail(token, 'Late', '')],
      [true, false, false],
    );
    assert.equal(await answer, 1);
  });

  test('is unknown to others, and after its task is over', () => {
    const tokens = localTaskTokens();
    const ticket = tokens.issue();
    assert.notEqual(ticket.token, tokens.issue().token);
    assert.equal(tokens.fail(`${ticket.token}x`, 'Mine', ''), false);
    ticket.close();
    assert.equal(tokens.succeed(ticket.token, 1), false);
  });
});

describe('a Map starts no more items than it may', () => {
  for (const [MaxConcurrency, items, expected] of [
    [undefined, 60, 60],
    [7, 60, 7],
  ] as const) {
    test(`with MaxConcurrency ${MaxConcurrency}: ${expected} of ${items} at once`, async (t) => {
      let active = 0;
      let most = 0;
      const functions: Functions = {
        work: async () => {
          active += 1;
          most = Math.max(most, active);
          await new Promise((resolve) => setImmediate(resolve));
          active -= 1;
          return 0;
        },
      };
      const more = MaxConcurrency === undefined ? {} : { MaxConcurrency };
      const { run } = machineOf(t, one(each(task('work'), more)), functions);
      assert.equal((await run(Array.from({ length: items }, (_, i) => i))).status, 'SUCCEEDED');
      assert.equal(most, expected);
    });
  }

  test('after an abort none starts, and the execution ends at once', async (t) => {
    const started = Promise.withResolvers<void>();
    const working: Promise<number>[] = [];
    const functions: Functions = {
      work: () => {
        started.resolve();
        working.push(new Promise((resolve) => setTimeout(resolve, 20, 0)));
        return working.at(-1) ?? 0;
      },
    };
    const definition = one(each(task('work'), { MaxConcurrency: 2 }));
    const { executions, events } = machineOf(t, definition, functions);
    const execution = executions.start(JSON.stringify([1, 2, 3, 4, 5, 6]));
    await started.promise;
    const aborted = executions.ended(execution.name);
    await executions.close();
    const ended = await aborted;
    assert.deepEqual([ended.status, ended.error], ['ABORTED', 'Downpour.Interrupted']);
    await Promise.all(working);
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(events.filter(({ type }) => type === 'item-started').length <= 2);
  });
});

describe('the Step Functions client works as it is', () => {
  const serve = async (t: TestContext, definition: object, functions: Functions = {}) => {
    const { executions } = machineOf(t, definition, functions);
    const endpoint = await listening(
      t,
      createStepFunctionsEndpoint({ executions, credentials, log: console.error }),
    );
    const sfn = new SFNClient({ ...clientDefaults, endpoint });
    afterwards(t, () => sfn.destroy());
    const { stateMachineArn } = executions;
    /** Starts an execution, and returns its name. */
    const start = async (input = '{}', name?: string) => {
      const { executionArn = '' } = await sfn.send(
        new StartExecutionCommand({ stateMachineArn, input, name }),
      );
      return executionArn.split(':').at(-1) ?? '';
    };
    return { sfn, endpoint, executions, stateMachineArn, start };
  };
  /** A function `ask` that receives a task token and passes it to the test. */
  const asking = () => {
    const asked = Promise.withResolvers<string>();
    const functions: Functions = {
      ask: ({ token }: { token: string }) => {
        asked.resolve(token);
        return null;
      },
    };
    return { taskToken: asked.promise, functions };
  };

  test('starts an execution, once for its name, and refuses what cannot start', async (t) => {
    const { sfn, start, executions, stateMachineArn } = await serve(t, waiting);
    assert.deepEqual(await start('{"a":1}', 'mine'), await start('{"a":1}', 'mine'));
    assert.deepEqual(
      executions.list().map(({ name, input, status }) => [name, input, status]),
      [['mine', '{"a":1}', 'RUNNING']],
    );
    await assert.rejects(start('{"a":2}', 'mine'), { name: 'ExecutionAlreadyExists' });
    await assert.rejects(start('{'), { name: 'InvalidExecutionInput' });
    await assert.rejects(start(JSON.stringify('x'.repeat(256 * 1024))), { name: 'InvalidExecutionInput' });
    await assert.rejects(start('{}', 'a/b'), { name: 'InvalidName' });
    const other = new StartExecutionCommand({ stateMachineArn: `${stateMachineArn}x` });
    await assert.rejects(sfn.send(other), { name: 'StateMachineDoesNotExist' });
  });

  test('refuses to start again what has ended', async (t) => {
    const { start, executions } = await serve(t, one(goOn));
    const name = await start('{"a":1}', 'mine');
    assert.equal((await executions.ended(name)).output, '{"a":1}');
    await assert.rejects(start('{"a":1}', 'mine'), { name: 'ExecutionAlreadyExists' });
  });

  test('ends an execution that is asked to, and nothing else', async (t) => {
    const { sfn, start, executions } = await serve(t, waiting);
    const stop = (name: string, more: object = {}) =>
      sfn.send(
        new StopExecutionCommand({
          executionArn: `${executions.stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`,
          ...more,
        }),
      );
    await start('{}', 'mine');
    await start('{}', 'other');
    await assert.rejects(stop('nobody'), { name: 'ExecutionDoesNotExist' });
    await stop('mine', { error: 'Enough', cause: 'of it' });
    const { status, error, cause } = await executions.ended('mine');
    assert.deepEqual([status, error, cause], ['ABORTED', 'Enough', 'of it']);
    await stop('mine');
    assert.deepEqual(
      executions.list().map(({ name, status: now }) => [name, now]),
      [
        ['other', 'RUNNING'],
        ['mine', 'ABORTED'],
      ],
    );
  });

  test('a task continues when its token is answered, once', async (t) => {
    const { taskToken, functions } = asking();
    const { sfn, start, executions } = await serve(t, one(waitForToken()), functions);
    const name = await start();
    const success = new SendTaskSuccessCommand({ taskToken: await taskToken, output: '{"go":true}' });
    await sfn.send(success);
    assert.equal((await executions.ended(name)).output, '{"go":true}');
    await assert.rejects(sfn.send(success), { name: 'TaskTimedOut' });
  });

  test('a task fails when its token reports it', async (t) => {
    const { taskToken, functions } = asking();
    const { sfn, start, executions } = await serve(t, one(waitForToken()), functions);
    const name = await start();
    const failure = { taskToken: await taskToken, error: 'Mine', cause: 'this' };
    for (const output of ['{', `"${'x'.repeat(262_143)}"`]) {
      const sent = sfn.send(new SendTaskSuccessCommand({ taskToken: await taskToken, output }));
      await assert.rejects(sent, (error: SFNServiceException) => {
        assert.deepEqual([error.name, error.$metadata.httpStatusCode], ['InvalidOutput', 400]);
        return true;
      });
    }
    await sfn.send(new SendTaskFailureCommand(failure));
    const { status, error, cause } = await executions.ended(name);
    assert.deepEqual([status, error, cause], ['FAILED', 'Mine', 'this']);
  });

  test('a failing function fails the task that waits', async (t) => {
    const functions: Functions = {
      ask: () => {
        throw new StatesError('Refused', 'no');
      },
    };
    const { start, executions } = await serve(t, one(waitForToken()), functions);
    assert.equal((await executions.ended(await start())).error, 'Refused');
  });

  test('calls without a good signature and unknown actions are refused', async (t) => {
    const { endpoint } = await serve(t, one(goOn));
    const headers = {
      'x-amz-target': 'AWSStepFunctions.StartExecution',
      'content-type': 'application/x-amz-json-1.0',
    };
    assert.equal((await fetch(endpoint, { method: 'POST', body: '{}', headers })).status, 403);
    const stranger = new SFNClient({
      ...clientDefaults,
      endpoint,
      credentials: { accessKeyId: 'test', secretAccessKey: 'no' },
    });
    const start = { stateMachineArn: 'x' };
    await assert.rejects(stranger.send(new StartExecutionCommand(start)), { name: 'SignatureDoesNotMatch' });
    const known = new SFNClient({ ...clientDefaults, endpoint });
    await assert.rejects(known.send(new ListExecutionsCommand({})), { name: 'UnknownOperationException' });
    known.destroy();
    stranger.destroy();
  });
});

describe('executions are remembered on disk', () => {
  test('after a crash, running executions are aborted with the reason, and ended executions do not change', async (t) => {
    const dir = scratchDir(t);
    const definition = {
      StartAt: 'A',
      States: { A: { Type: 'Wait', Seconds: '{% $states.input %}', End: true } },
    };
    const first = machineOf(t, definition, {}, dir);
    await first.run(0);
    first.executions.start('3600', 'interrupted');
    // The state after a crash: a copy of the journal, with an incomplete line in some tests.
    const crashed = scratchDir(t);
    writeFileSync(join(crashed, 'executions.jsonl'), readFileSync(join(dir, 'executions.jsonl')));
    appendFileSync(join(crashed, 'executions.jsonl'), '{"name":"torn","inp');
    const { executions } = machineOf(t, definition, {}, crashed);
    const [interrupted, done, ...others] = executions.list();
    assert.deepEqual(others, []);
    assert.equal(done?.status, 'SUCCEEDED');
    assert.deepEqual([interrupted?.status, interrupted?.error], ['ABORTED', 'Downpour.Interrupted']);
    assert.match(interrupted?.cause ?? '', /ended while this execution was running/);
    assert.throws(() => executions.start('3600', 'interrupted'), { code: 'ExecutionAlreadyExists' });
    assert.deepEqual(executions.interrupted, [interrupted]);
  });

  test('an end that cannot be stored is reported, and stored with the next line that the disk takes', async (t) => {
    const dir = scratchDir(t);
    const file = join(dir, 'executions.jsonl');
    const { executions, failures } = machineOf(t, waiting, {}, dir);
    const arn = executions.arnOf(executions.start('{}', 'mine'));
    renameSync(file, `${file}.aside`);
    mkdirSync(file);
    executions.stop(arn);
    await executions.ended('mine');
    assert.match(inspect(failures), /the end of the execution mine could not be stored[\s\S]*EISDIR/);
    assert.equal(executions.find(arn)?.status, 'ABORTED');
    rmdirSync(file);
    renameSync(`${file}.aside`, file);
    const restarted = () => machineOf(t, waiting, {}, dir).executions.interrupted.map(({ name }) => name);
    const isLost = readFileSync(file, 'utf8').trimEnd().split('\n').length === 1;
    assert.ok(isLost, 'the disk did not take the end');
    executions.start('{}', 'next');
    assert.deepEqual(restarted(), ['next']);
  });

  test('an interrupted execution is found again until it is settled, also after a close', async (t) => {
    const dir = scratchDir(t);
    const open = () => machineOf(t, waiting, {}, dir).executions;
    const first = open();
    first.start('{}', 'mine');
    await first.close();
    assert.equal(open().interrupted.length, 1);
    const third = open();
    assert.equal(third.interrupted.length, 1);
    for (const execution of third.interrupted) third.settle(execution);
    const fourth = open();
    assert.deepEqual(fourth.interrupted, []);
    assert.equal(fourth.list()[0]?.status, 'ABORTED');
  });
});

describe('a definition that cannot run here is refused with every place', () => {
  const refused: Readonly<Record<string, readonly [object, RegExp]>> = {
    'ItemReader of a Map': [one(each(goOn, { ItemReader: {} })), /States\.A\.ItemReader is not supported/],
    'an unknown type': [
      one({ Type: 'Dance', End: true }),
      /States\.A has the type Dance, which is not supported/,
    ],
    'a JSONPath field': [one({ ...goOn, ResultPath: '$.a' }), /States\.A\.ResultPath/],
    'another resource': [
      one(task('x', { Resource: 'arn:aws:states:::sqs:sendMessage' })),
      /States\.A uses .*sqs/,
    ],
    'an unknown argument': [
      one(task('x', { Arguments: { FunctionName: 'x', InvocationType: 'Event' } })),
      /Arguments\.InvocationType/,
    ],
    'a missing state': [
      one({ Type: 'Pass', Next: 'B' }),
      /States\.A\.Next names the state B, which does not exist/,
    ],
    'a state that leads nowhere': [
      one({ Type: 'Pass' }),
      /States\.A\.Next names the state undefined, which does not exist/,
    ],
    'a missing start': [
      { StartAt: 'X', States: { A: goOn } },
      /StartAt names the state X, which does not exist/,
    ],
    'a missing catch target': [
      one(task('x', { Catch: [{ ErrorEquals: ['a'], Next: 'X' }] })),
      /Catch\[0\]\.Next/,
    ],
    'an express child': [
      one({
        ...each(goOn),
        ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' }, ...one(goOn) },
      }),
      /ExecutionType must be STANDARD/,
    ],
    'a Map that is not distributed': [
      one({ ...each(goOn), ItemProcessor: one(goOn) }),
      /ItemProcessor\.ProcessorConfig\.Mode must be DISTRIBUTED/,
    ],
    'variables and branches': [
      one(task('x', { Assign: {}, Branches: [] })),
      /Assign is not supported.*Branches is not supported/,
    ],
    'a field inside an item': [one(each({ ...goOn, Foo: 1 })), /ItemProcessor\.States\.A\.Foo/],
    'broken JSONata': [
      one({ Type: 'Pass', Output: '{% 1 + %}', End: true }),
      /the expression \{% 1 \+ %\} is wrong: /,
    ],
    'evaluation of text': [
      one({ Type: 'Pass', Output: "{% 1 + $eval('1') %}", End: true }),
      /\$eval is not allowed/,
    ],
    'the top of the input': [one({ Type: 'Pass', Output: '{% $$.a %}', End: true }), /\$\$ is not allowed/],
    JSONPath: [{ QueryLanguage: 'JSONPath', ...one(goOn) }, /QueryLanguage must be JSONata/],
    'a placeholder without a value': [one(task('${none}')), /the placeholder \$\{none\} has no value/],
  };
  for (const [name, [definition, message]] of Object.entries(refused)) {
    test(name, () => {
      const text = JSON.stringify({ QueryLanguage: 'JSONata', ...definition });
      assert.throws(() => loadDefinition(text), { code: 'STATE_MACHINE_REFUSED', message });
    });
  }

  test('the burst machine runs here, with its functions put in', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../functions/driver/burst.asl.json'), 'utf8');
    const names = [...text.matchAll(/\$\{(\w+)\}/g)].flatMap(([, name = '']) =>
      name === 'partition' ? [] : [name],
    );
    for (const name of Object.keys(burstStates)) assert.ok(names.includes(name), name);
    loadDefinition(
      text,
      Object.fromEntries(names.map((name) => [name, `arn:aws:lambda:local:0:function:${name}`])),
    );
  });
});
