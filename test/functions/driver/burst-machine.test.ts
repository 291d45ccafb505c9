import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import jsonata from 'jsonata';
import type { Decision } from '../../../functions/burst-machine.ts';
import { benchmarks } from '../../../lib/driver/benchmark/limits.ts';
import { startRounds } from '../../../lib/driver/cost/limits.ts';
import { driving } from '../../../lib/driver/driving/limits.ts';
import { defaultCeilings, planning } from '../../../lib/driver/planning/limits.ts';
import { paceOf } from '../../../lib/driver/planning/pacing/lead-time.ts';
import { functions } from '../../../lib/functions.ts';
import { stepFunctionsQuotas } from '../../../lib/quotas.ts';

/** The state machine never sends load twice, passes small messages, and has room for the longest run. */

type State = {
  readonly Type: string;
  readonly Resource?: string;
  readonly Retry?: readonly {
    readonly ErrorEquals: readonly string[];
    readonly MaxAttempts: number;
    readonly IntervalSeconds: number;
    readonly BackoffRate: number;
    readonly MaxDelaySeconds: number;
    readonly JitterStrategy: string;
  }[];
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string }[];
  readonly TimeoutSeconds?: number;
  readonly Arguments?: { readonly FunctionName: string; readonly Payload: Readonly<Record<string, string>> };
  readonly Output?: unknown;
  readonly Items?: string;
  readonly Choices?: readonly { readonly Condition: string; readonly Next: string }[];
  readonly ItemSelector?: Readonly<Record<string, string>>;
  readonly MaxConcurrency?: number;
  readonly ItemProcessor?: {
    readonly ProcessorConfig: object;
    readonly States: Readonly<Record<string, State>>;
  };
};

const machine = JSON.parse(
  readFileSync(new URL('../../../functions/driver/burst.asl.json', import.meta.url), 'utf8'),
) as { readonly TimeoutSeconds: number; readonly States: Readonly<Record<string, State>> };

const statesOf = (states: Readonly<Record<string, State>>): (readonly [string, State])[] =>
  Object.entries(states).flatMap(([name, state]) => [
    [name, state] as const,
    ...(state.ItemProcessor ? statesOf(state.ItemProcessor.States) : []),
  ]);
const states = new Map(statesOf(machine.States));
const stateOf = (name: string): State => states.get(name)!;

const evaluate = (text: string, binding: object): Promise<unknown> =>
  jsonata(text.replace(/^\{%|%\}$/g, '')).evaluate({}, { states: binding });

suite('burst.asl.json', () => {
  test('retries Drive only when it did not run, for as long as others wait for it, and catches the rest', () => {
    const drive = stateOf('Drive');
    const [retrier, ...others] = drive.Retry!;
    assert.deepEqual(others, []);
    assert.deepEqual(retrier!.ErrorEquals, [
      'Lambda.TooManyRequestsException',
      'Lambda.EC2ThrottledException',
    ]);
    const { IntervalSeconds, BackoffRate, MaxAttempts, MaxDelaySeconds, JitterStrategy } = retrier!;
    assert.equal(JitterStrategy, 'NONE');
    const delays = Array.from({ length: MaxAttempts }, (_, n) =>
      Math.min(IntervalSeconds * BackoffRate ** n, MaxDelaySeconds),
    );
    const allMs = delays.reduce((sum, each) => sum + each, 0) * 1e3;
    const { readyMs } = paceOf({ drives: 5_000, region: 'large' });
    assert.ok(allMs >= readyMs && allMs < readyMs + 5_000, `${allMs} ms`);
    assert.deepEqual(
      drive.Catch?.map(({ ErrorEquals }) => ErrorEquals),
      [['States.ALL']],
    );
    assert.equal(drive.Resource, 'arn:${partition}:states:::lambda:invoke');
  });

  test('invokes only the functions of the driver, none longer than its own time limit allows', () => {
    const limits = new Map<string, number>(functions.map(({ name, timeoutS }) => [name, timeoutS]));
    const names = {
      plan: 'plan',
      awaitSilence: 'await-silence',
      awaitStart: 'await-start',
      drive: 'drive',
      driveLost: 'drive-lost',
      callRegions: 'call-regions',
      awaitRegions: 'await-regions',
      phaseLost: 'phase-lost',
      mergeGroup: 'merge-group',
      settle: 'settle',
      merge: 'merge',
      clean: 'clean',
    };
    const tasks = [...states.values()].filter(({ Resource }) => Resource?.includes(':lambda:'));
    assert.equal(tasks.length, 14);
    for (const { Arguments, TimeoutSeconds, Resource } of tasks) {
      const name = Arguments!.FunctionName.slice(2, -1) as keyof typeof names;
      const timeoutS = limits.get(`driver/${names[name]}`)!;
      assert.ok(Resource!.endsWith('.waitForTaskToken') || TimeoutSeconds! > timeoutS, name);
    }
  });

  test('has a name of its own for every state, maps that are distributed, and a way to Clean from each top state', () => {
    assert.equal(states.size, statesOf(machine.States).length);
    for (const [name, { ItemProcessor }] of states) {
      if (ItemProcessor)
        assert.deepEqual(
          ItemProcessor.ProcessorConfig,
          { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
          name,
        );
    }
    for (const name of ['AwaitSilence', 'Plan', 'Phases', 'Merge'])
      assert.equal(stateOf(name).Catch?.at(-1)?.Next, 'Clean');
  });

  test('waits as long as the conductor believes, and a waiting phase fits into 25,000 history events', () => {
    assert.equal(stateOf('AwaitStart').TimeoutSeconds! * 1e3, startRounds.tickMs);
    const longestMs = defaultCeilings.durationMsMax;
    const { tickMs, events, eventsIteration } = startRounds;
    const most = (longestMs / tickMs) * events + benchmarks.phasesMax * eventsIteration;
    assert.ok(most < stepFunctionsQuotas.historyEvents);
    assert.ok(machine.TimeoutSeconds * 1e3 > longestMs + driving.reserveMs);
  });

  const released = {
    burst: 'b',
    phase: 3,
    decision: 'released',
    wakeAt: 1_700_000_000_000,
    first: 0,
    shards: 3,
    drives: 12,
    groups: 0,
    segmentMs: 700_000,
    atOnce: 3,
    everyMs: 0,
  } as const satisfies Decision;

  /** The inputs of all children of a Map state of the state machine. */
  async function inputsOf(decision: Decision): Promise<readonly Readonly<Record<string, number>>[]> {
    const { Items, ItemSelector } = stateOf('Shards');
    const items = (await evaluate(Items!, { input: decision })) as readonly number[];
    return Promise.all(
      [...items].map(async (Value) => {
        const binding = { input: decision, context: { Map: { Item: { Value } } } };
        const entries = Object.entries(ItemSelector!).map(async ([name, text]) => [
          name,
          await evaluate(text, binding),
        ]);
        return Object.fromEntries(await Promise.all(entries)) as Record<string, number>;
      }),
    );
  }

  test('gives every shard and segment to one drive, each woken a lead before its segment', async () => {
    const inputs = await inputsOf(released);
    assert.deepEqual(
      inputs.map(({ shard, segment, wakeAt }) => [shard, segment, wakeAt]),
      [0, 1, 2, 3].flatMap((segment) =>
        [0, 1, 2].map((shard) => [shard, segment, released.wakeAt + segment * 700_000]),
      ),
    );
    assert.ok(Math.max(...inputs.map((input) => JSON.stringify(input).length)) < 300);
    assert.equal(await evaluate('{% $fromMillis(1700000000000) %}', {}), '2023-11-14T22:13:20.000Z');
  });

  test('wakes as many drives of a segment at once as there are environments for, and the others one after the other', async () => {
    const { wakeAt } = released;
    const inputs = await inputsOf({ ...released, shards: 4, drives: 8, atOnce: 2, everyMs: 25 });
    assert.deepEqual(
      inputs.map((input) => (input.wakeAt ?? 0) - wakeAt),
      [0, 0, 25, 50, 700_000, 700_000, 700_025, 700_050],
    );
    // With `atOnce: 0`, all drives of the phase start one after another.
    const late = await inputsOf({ ...released, drives: 3, atOnce: 0, everyMs: 25 });
    assert.deepEqual(
      late.map((input) => (input.wakeAt ?? 0) - wakeAt),
      [25, 50, 75],
    );
  });

  test('merges the results of all groups of a phase, and only the readable parts when that fails', async () => {
    for (const [name, rest] of [
      ['Settle', false],
      ['SettleRest', true],
    ] as const) {
      const { rest: given, ...texts } = stateOf(name).Arguments!.Payload;
      const values = Object.values(texts).map((text) =>
        evaluate(text, { input: { ...released, groups: 2 } }),
      );
      assert.deepEqual([await Promise.all(values), given], [['b', 3, 2], rest], name);
    }
    assert.equal(stateOf('Settle').Catch?.at(-1)?.Next, 'SettleRest');
  });

  test('lets the iterations of a phase take turns, and ends with the last or with a cancelled iteration', async () => {
    const onward = async (input: object): Promise<readonly unknown[]> => {
      const output = stateOf('Settle').Output as Readonly<Record<string, string>>;
      const next = Object.fromEntries(
        await Promise.all(
          Object.entries(output).map(
            async ([name, text]) => [name, await evaluate(text, { input })] as const,
          ),
        ),
      );
      const [choice] = stateOf('NextIteration').Choices ?? [];
      return [next.phase, await evaluate(choice?.Condition ?? '', { input: next })];
    };
    const chain = { burst: 'b', step: 4, last: 9, decision: 'released' };
    assert.deepEqual(await onward({ ...chain, phase: 1 }), [5, true]);
    assert.deepEqual(await onward({ ...chain, phase: 5 }), [9, true]);
    assert.deepEqual(await onward({ ...chain, phase: 9 }), [13, false]);
    assert.deepEqual(await onward({ ...chain, phase: 1, decision: 'cancelled' }), [5, false]);
    assert.deepEqual(await onward({ ...chain, phase: 0, step: 1, last: 0, decision: 'noop' }), [1, false]);
  });

  test('passes on numbers and keys only: the largest map stays far below 256 KiB', async () => {
    const input = { ...released, drives: planning.drivesPhaseMax };
    const items = await evaluate(stateOf('Shards').Items!, { input });
    assert.ok(JSON.stringify(items).length < 64 * 1024);
    assert.deepEqual(stateOf('Drive').Output, {});
    assert.deepEqual(stateOf('PhaseOver').Output, {});
    assert.ok(stateOf('Shards').MaxConcurrency! >= planning.drivesPhaseMax);
    assert.ok(stateOf('Phases').MaxConcurrency! >= planning.waitingMax);
  });
});
