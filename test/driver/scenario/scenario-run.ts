import assert from 'node:assert/strict';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Value } from '../../../lib/driver/model/session.ts';
import { compileScenario } from '../../../lib/driver/scenario/compile.ts';
import type { ScenarioEnvironment } from '../../../lib/driver/scenario/kind.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { Session } from '../../../lib/driver/session/session.ts';
import { type Flaws, VirtualClock } from '../virtual-clock.ts';

export const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };

/** The effects of one user in a scenario without requests. */
export type ScenarioRun = {
  /** The variables by name. Built-in and unset variables are left out. */
  readonly variables: Readonly<Record<string, Value>>;
  readonly logged: readonly string[];
  /** Every pause in milliseconds, in the order in which they began. */
  readonly pausesMs: readonly number[];
  readonly session: Session;
  /** The time of the user's last step in milliseconds after the first step. */
  readonly endedMs: number;
  /** True when the user has ended. */
  readonly ended: boolean;
  /** The reasons why the phase failed. */
  readonly failures: readonly unknown[];
};

export type ScenarioOptions = {
  /** The random numbers from 0 to 1 that steps get, in order. Absent: no step may ask for one. */
  readonly draws?: readonly number[];
  readonly environment?: Partial<ScenarioEnvironment>;
  readonly flaws?: Flaws;
  /** The virtual time to run in milliseconds. */
  readonly ms?: number;
  /** The number of users, who use the same session one after another. */
  readonly users?: number;
  /** The millisecond from which on the phase starts no new users. */
  readonly finishedAtMs?: number;
};

/** Runs a scenario without requests in virtual time. */
export async function runScenario(raw: unknown, options: ScenarioOptions = {}): Promise<ScenarioRun> {
  const findings = new Findings();
  const definition = parseScenario(raw, [], { targets: [], ergonomics, findings });
  assert.deepEqual(
    findings.list.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.ok(definition);
  const draws = (options.draws ?? []).values();
  const draw = (): number => draws.next().value ?? assert.fail('no further number is drawn');
  const random = {
    next: draw,
    integer: (min: number, max: number) => min + Math.floor(draw() * (max - min + 1)),
  };
  const logged: string[] = [];
  const environment = {
    random,
    log: (text: string) => logged.push(text),
    load: () => {},
    builtIns: {},
    ...options.environment,
  };
  // The environment has only the parts that these steps use, because no request is sent.
  const scenario = compileScenario(definition, environment as unknown as ScenarioEnvironment);
  const virtual = new VirtualClock(options.flaws);
  const startNs = virtual.clock.nowNs();
  const pausesMs: number[] = [];
  const clock = {
    ...virtual.clock,
    nowNs: () => virtual.clock.nowNs() - startNs,
    after: (ms: number, call: () => void) => {
      pausesMs.push(ms);
      return virtual.clock.after(ms, call);
    },
  };
  const failures: unknown[] = [];
  let ended = 0;
  let endedMs = 0;
  const users = options.users ?? 1;
  const session = new Session(0, scenario, {
    clock,
    finished: () => clock.nowNs() >= (options.finishedAtMs ?? Infinity) * 1e6,
    ended: () => {
      ended += 1;
      endedMs = clock.nowNs() / 1e6;
      if (ended < users) clock.soon(() => session.start(clock.nowNs(), clock.nowNs()));
    },
    failed: (error) => failures.push(error),
  });
  session.start(0, 0);
  await virtual.pass(options.ms ?? 100_000);
  const named = scenario.variables.map((name, slot) => [name, session.slots[slot]] as const);
  const variables = Object.fromEntries(
    named.filter(([name, value]) => value !== undefined && !name.startsWith('hyperfoil.')),
  );
  return { variables, logged, pausesMs, session, ended: ended === users, endedMs, failures };
}

/** Runs a list of steps as the only sequence. An error of a step is thrown. */
export async function runSteps(
  steps: readonly unknown[],
  options: ScenarioOptions = {},
): Promise<ScenarioRun> {
  const run = await runScenario([{ main: steps }], options);
  for (const failure of run.failures) throw failure;
  return run;
}
