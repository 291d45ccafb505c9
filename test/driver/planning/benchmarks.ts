import assert from 'node:assert/strict';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import type { Benchmark, Phase, Target } from '../../../lib/driver/model/benchmark.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import type { StepDefinition } from '../../../lib/driver/model/scenario.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { planBurst } from '../../../lib/driver/planning/plan.ts';
import { type PlannedPhase, plannedPhase } from '../../../lib/driver/planning/planned-phase.ts';

/** Benchmarks in the form that the parser makes, for tests of plans. */

/** A request step in the form that the parser makes, with the members that a plan reads. */
export const requestStep = (body: object = {}): StepDefinition => ({
  step: 'httpRequest',
  body: { step: 0, method: 'GET', path: { literal: '/' }, metric: 'a', slas: [], ...body },
});

export const phase = (name: string, arrivals: Arrivals, body: Partial<Phase> = {}): Phase => ({
  name,
  phase: name.split('/')[0] ?? '',
  iteration: '',
  fork: name.split('/')[1] ?? '',
  arrivals,
  startTimeMs: 0,
  startAfter: [],
  startAfterStrict: [],
  durationMs: 10_000,
  maxSessions: 'usersPerSec' in arrivals ? Math.ceil(arrivals.usersPerSec) : 50,
  sessionLimitPolicy: 'FAIL',
  isWarmup: false,
  scenario: {
    initial: ['a'],
    maxRequests: 1,
    sequences: [{ name: 'a', concurrency: 0, steps: [requestStep()] }],
  },
  ...body,
});

export const steady = (usersPerSec: number, variance = false): Arrivals => ({
  kind: 'constantRate',
  usersPerSec,
  variance,
});

export const target = (core: number, max: number): Target => ({
  key: 'http://shop:8080',
  protocol: 'http',
  host: 'shop',
  port: 8080,
  authority: 'shop:8080',
  isDefault: true,
  addresses: [],
  connectionStrategy: 'SHARED_POOL',
  connections: { core, max, buffer: 0, keepAliveMs: 0 },
  pipeliningLimit: 1,
});

export const benchmark = (phases: readonly Phase[], body: Partial<Benchmark> = {}): Benchmark => ({
  name: 'shop',
  targets: [target(100, 100)],
  ergonomics: { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true },
  phases,
  failurePolicy: 'CANCEL',
  agents: [],
  files: [],
  threads: 1,
  ...body,
});

/** This number of agents, with one thread each. */
export const agents = (count: number): Benchmark['agents'] =>
  Array.from({ length: count }, (_, n) => ({ name: `agent-${n}`, threads: 1 }));

export const order = (of: Benchmark, body: Partial<Parameters<typeof planBurst>[0]> = {}) =>
  planBurst({
    benchmark: of,
    burst: 'b',
    seed: 1,
    segmentMsMax: 720_000,
    plannedAt: 0,
    limits: defaultCeilings,
    ...body,
  });

export function planned(of: Benchmark, body: Partial<Parameters<typeof planBurst>[0]> = {}): Plan {
  const { plan, findings } = order(of, body);
  assert.ok(plan, JSON.stringify(findings));
  return plan;
}

/** The first phase of a plan. */
export const firstPhase = (
  of: Benchmark,
  body: Partial<Parameters<typeof planBurst>[0]> = {},
): PlannedPhase => plannedPhase(planned(of, body), 0);
