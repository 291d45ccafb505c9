import type { ConductorState, PhaseState } from '../../../lib/driver/conducting/state.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';

/** A phase of two drives without conditions. */
export const node = (name: string, body: Partial<GraphPhase> = {}): GraphPhase => ({
  name,
  noop: false,
  startTimeMs: 0,
  startAfter: [],
  startAfterStrict: [],
  covers: [],
  shards: 2,
  segments: 1,
  segmentMs: 10_000,
  ...body,
});

/** A conductor's state without pending commands. */
export const stateOf = (
  changed: Partial<ConductorState> & Pick<ConductorState, 'graph' | 'phases'>,
): ConductorState => ({
  failurePolicy: 'CANCEL',
  leadMs: 2_000,
  at: 0,
  ...changed,
});

type Scheduled = Extract<PhaseState, { status: 'SCHEDULED' }>;

export const notStarted: PhaseState = { status: 'NOT_STARTED', answered: false };

/** A phase whose start is expected at 1,000 ms. */
export const scheduled = (changed: Partial<Scheduled> = {}): Scheduled => ({
  status: 'SCHEDULED',
  answered: false,
  expectedAt: 1_000,
  ...changed,
});

/** A finished phase whose load began (T0) at 1,000 ms. */
export const finishedPhase = (finishedAt: number): PhaseState => ({
  ...scheduled({ t0: 1_000 }),
  status: 'FINISHED',
  finishedAt,
});

/** A terminated phase whose load began (T0) at 1,000 ms. */
export const terminatedPhase = (finishedAt: number, endedAt: number): PhaseState => ({
  ...scheduled({ t0: 1_000 }),
  status: 'TERMINATED',
  finishedAt,
  endedAt,
});

export const cancelledPhase = (endedAt: number): PhaseState => ({
  ...notStarted,
  status: 'CANCELLED',
  endedAt,
});
