import { defineBody } from '../../declaration/body.ts';
import type { ReadOf } from '../../declaration/field.ts';
import { positive, positiveInteger, positiveNumber } from '../../declaration/scalars.ts';
import { millis } from '../../declaration/times.ts';
import type { Path } from '../../document/problem.ts';
import type { Arrivals } from '../../model/arrivals.ts';
import { readMembers } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';
import type { PhaseDefinition, Reference } from './definition.ts';
import { workFields } from './fields.ts';
import { iterations } from './phase-body.ts';
import { type PhaseChecking, parseParts } from './scenario-or-forks.ts';

const at: Path = ['staircase'];

/**
 * Reads `staircase`: a first ramp, then steady phases, each higher by the same increment, with a ramp between
 * them. The phases are called `initialRampUp`, `steadyState` and `rampUp`. The list is empty when a value is
 * missing or wrong.
 */
export function parseStaircase(checking: PhaseChecking): readonly PhaseDefinition[] {
  const written = readMembers(fields, at, checking);
  const stairs = stairsOf(written, checking);
  const { maxSessions: sessionLimit, customSla } = written;
  const shared = {
    at,
    item: at,
    parts: parseParts({ phaseName: 'staircase' }, at, checking),
    settings: {
      sessionLimitPolicy: 'FAIL' as const,
      isWarmup: false,
      ...customSla,
    },
    startAfterStrict: [],
    ...(sessionLimit === undefined ? {} : { sessionLimit }),
  };
  return stairs === undefined ? [] : phasesOf(stairs).map((phase) => ({ ...shared, ...phase }));
}

type Stairs = {
  readonly first: number;
  readonly increment: number;
  readonly steps: number;
  readonly steadyMs: number;
  /** The length of the first ramp in milliseconds. 0 when there is no first ramp. */
  readonly initialRampMs: number;
  readonly rampMs: number;
};

const fields = {
  initialRampUpDuration: millis('Duration of the first ramp. When absent or 0: rampUpDuration.'),
  steadyStateDuration: millis('Duration of each steady state.'),
  rampUpDuration: millis('Duration of each ramp between steady states; no ramps when absent.'),
  initialUsersPerSec: positive(
    positiveNumber,
    'Users per second after the first ramp. When absent: incrementUsersPerSec.',
  ),
  incrementUsersPerSec: positive(positiveNumber, 'Users per second that each further steady state adds.'),
  maxIterations: iterations('Number of steady states.'),
  maxSessions: positive(positiveInteger, 'Largest number of users at the same time in each generated phase.'),
  scenario: workFields.scenario,
  forks: workFields.forks,
  customSla: workFields.customSla,
};

export const staircaseDefinition = defineBody(
  'staircase',
  'Shortcut that generates alternating increasingRate and constantRate phases: a ramp and a steady state for every step of the stairs.',
  { fields },
  {
    initialUsersPerSec: 5,
    incrementUsersPerSec: 5,
    maxIterations: 3,
    steadyStateDuration: '30s',
    rampUpDuration: '10s',
    scenario: [{ main: [{ httpRequest: { GET: '/products' } }] }],
  },
);

/** The members that a staircase needs, each with an example. */
const needed = {
  steadyStateDuration: 'steadyStateDuration: 30s',
  incrementUsersPerSec: 'incrementUsersPerSec: 5',
  maxIterations: 'maxIterations: 3',
};

/** Reads the numbers of the staircase. Reports all missing members at once. */
function stairsOf(written: ReadOf<typeof fields>, checking: PhaseChecking): Stairs | undefined {
  const { document, findings } = checking;
  const { steadyStateDuration: steadyMs, incrementUsersPerSec: increment } = written;
  const { maxIterations: steps, rampUpDuration: rampMs = 0 } = written;
  for (const [name, example] of Object.entries(needed))
    if (document.lacks(at, name))
      findings.error(at, `'${name}' is missing in the staircase`, `add for example '${example}'`);
  const work = ['scenario', 'forks'].filter((name) => !document.lacks(at, name));
  if (work.length === 0)
    findings.error(at, "a staircase needs 'scenario' or 'forks', and both are missing", 'add one of the two');
  if (work.length > 1)
    findings.error(at, "the staircase has both 'scenario' and 'forks'", 'remove one of the two');
  if (steadyMs === 0)
    findings.error(
      [...at, 'steadyStateDuration'],
      'steadyStateDuration must be above 0',
      'write a longer time, such as 30s',
    );
  if (steps !== undefined && steps > 1) warnOfGaps(rampMs, checking);
  if (!steadyMs || increment === undefined || steps === undefined) return undefined;
  return {
    first: written.initialUsersPerSec ?? increment,
    increment,
    steps,
    steadyMs,
    initialRampMs: written.initialRampUpDuration || rampMs,
    rampMs,
  };
}

function warnOfGaps(rampMs: number, { document, findings }: Checking): void {
  if (rampMs > 0 || !document.isValid(at)) return;
  const message = 'without rampUpDuration the load of a staircase jumps: each step begins at its full rate';
  findings.warning(at, message, "add for example 'rampUpDuration: 10s'");
}

type Generated = Pick<PhaseDefinition, 'name' | 'numbered' | 'arrivals' | 'timing' | 'startAfter'>;

function phasesOf({
  first,
  increment,
  steps,
  steadyMs,
  initialRampMs,
  rampMs,
}: Stairs): readonly Generated[] {
  const height = (step: number): number => Number((first + step * increment).toPrecision(15));
  const each = (count: number, arrivals: (step: number) => Arrivals): readonly Arrivals[] =>
    Array.from({ length: count }, (_, step) => arrivals(step));
  const ramps = rampMs > 0 && steps > 1;
  const initialRampUp: Generated = {
    name: 'initialRampUp',
    numbered: false,
    startAfter: [],
    arrivals: [ramp(0, first)],
    timing: { startTimeMs: 0, durationMs: initialRampMs },
  };
  const steadyState: Generated = {
    name: 'steadyState',
    numbered: steps > 1,
    arrivals: each(steps, (step) => ({ kind: 'constantRate', usersPerSec: height(step), variance: true })),
    timing: { startTimeMs: 0, durationMs: steadyMs },
    startAfter: [
      ...(initialRampMs > 0 ? [reference('initialRampUp', 'none')] : []),
      ...(ramps ? [reference('rampUp', 'previous')] : []),
    ],
  };
  const rampUp: Generated = {
    name: 'rampUp',
    numbered: true,
    arrivals: each(steps - 1, (step) => ramp(height(step), height(step + 1))),
    timing: { startTimeMs: 0, durationMs: rampMs },
    startAfter: [reference('steadyState', 'same')],
  };
  return [...(initialRampMs > 0 ? [initialRampUp] : []), steadyState, ...(ramps ? [rampUp] : [])];
}

const ramp = (initialUsersPerSec: number, targetUsersPerSec: number): Arrivals => ({
  kind: 'increasingRate',
  initialUsersPerSec,
  targetUsersPerSec,
  variance: true,
});

const reference = (phase: string, iteration: Reference['iteration']): Reference => ({ phase, iteration, at });
