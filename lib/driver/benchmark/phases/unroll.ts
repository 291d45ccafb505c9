import { nobody } from '../../arrivals/noop.ts';
import { modelOf } from '../../arrivals/registry.ts';
import type { Arrivals } from '../../model/arrivals.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { ScenarioDefinition } from '../../model/scenario.ts';
import { leastStayNs } from '../../scenario/demand/least-stay.ts';
import type { Checking } from '../valid-part.ts';
import type { Wait } from './cycles.ts';
import { iterationName, iterationText, type Part, type PhaseDefinition, partName } from './definition.ts';
import type { Named } from './references.ts';
import { type StartConditions, startConditions } from './start-conditions.ts';

export type Unrolled = { readonly phases: readonly Phase[]; readonly waits: readonly Wait[] };

/**
 * Divides one phase of the document into the phases that are run. Each fork of each iteration is one,
 * `phase/000/fork`. Noop phases cover the forks of an iteration, `phase/000`, and all iterations, `phase`. An
 * iteration starts when the users of the previous iteration have left.
 */
export function unroll(
  definition: PhaseDefinition,
  named: ReadonlyMap<string, Named>,
  checking: Checking,
): Unrolled {
  const { name, numbered, arrivals, parts } = definition;
  const forked = parts.some(({ fork }) => fork !== '');
  const shares = parts.map((part) => shareOf(definition, part));
  warnOfEmptyForks(definition, shares, checking);
  const rows = arrivals.map((_, iteration) => iterationOf(definition, shares, iteration, named));
  const iterations = rows.map((row, iteration) => {
    const own = iterationName(name, numbered, iteration);
    if (!forked) return row;
    const cover = covering(own, definition, numbered ? iterationText(iteration) : '', row.phases);
    return withCover(row, cover);
  });
  const all = joined(iterations);
  if (!numbered) return all;
  const last = all.phases.at(-1);
  return last === undefined ? all : withCover(all, covering(name, definition, '', [last]));
}

const joined = (rows: readonly Unrolled[]): Unrolled => ({
  phases: rows.flatMap(({ phases }) => phases),
  waits: rows.flatMap(({ waits }) => waits),
});

const withCover = ({ phases, waits }: Unrolled, cover: Phase): Unrolled => ({
  phases: [...phases, cover],
  waits: [...waits, ...cover.startAfter.map((to) => ({ from: cover.name, to, of: cover.phase }))],
});

/**
 * A part of a phase: its arrivals in every iteration, and the number of sessions that each iteration may use.
 */
type Share = {
  readonly part: Part;
  readonly arrivals: readonly Arrivals[];
  readonly maxSessions: Pick<Phase, 'maxSessions' | 'maxSessionsGiven'>;
};

function shareOf({ arrivals, parts, sessionLimit }: PhaseDefinition, part: Part): Share {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const own = arrivals.map((each) => modelOf(each).share(part.weight, total));
  const limit = sessionLimit === undefined ? undefined : (sessionLimit * part.weight) / total;
  const maxSessions = Math.max(...own.map((each) => modelOf(each).sessions(limit)));
  const given = limit === undefined ? {} : { maxSessionsGiven: true as const };
  return { part, arrivals: own, maxSessions: { maxSessions, ...given } };
}

function iterationOf(
  definition: PhaseDefinition,
  shares: readonly Share[],
  iteration: number,
  named: ReadonlyMap<string, Named>,
): Unrolled {
  const { conditions, waits } = startConditions(definition, iteration, named);
  const phases = shares.map((share) => partOf(definition, share, iteration, conditions));
  return {
    phases,
    waits: phases.flatMap((phase) =>
      waits.map((wait) => ({ from: phase.name, ...wait, of: definition.name })),
    ),
  };
}

function partOf(
  { name, numbered, timing, settings }: PhaseDefinition,
  { part: { fork, scenario, files }, arrivals, maxSessions }: Share,
  iteration: number,
  conditions: StartConditions,
): Phase {
  return {
    name: partName(iterationName(name, numbered, iteration), fork),
    phase: name,
    iteration: numbered ? iterationText(iteration) : '',
    fork,
    arrivals: arrivals[iteration] ?? nobody,
    ...timing,
    ...conditions,
    ...maxSessions,
    ...settings,
    ...(scenario === undefined ? {} : { scenario, ...stayIn(scenario) }),
    ...(files === undefined ? {} : { files }),
  };
}

/**
 * The least time that a user stays. The plan contains this number, so that the check after the load need not
 * load the code of all steps.
 */
function stayIn(scenario: ScenarioDefinition): Pick<Phase, 'leastStayNs'> {
  const ns = leastStayNs(scenario);
  return ns === 0 ? {} : { leastStayNs: ns };
}

function warnOfEmptyForks({ at }: PhaseDefinition, shares: readonly Share[], { findings }: Checking): void {
  for (const { part, arrivals } of shares) {
    const empty = arrivals.some((each) => modelOf(each).users === 0);
    const message = `fork '${part.fork}' gets no users, because its share rounds to 0`;
    if (empty)
      findings.warning([...at, 'forks'], message, 'give the phase more users, or the fork a larger weight');
  }
}

/**
 * A noop phase that covers several phases. It is finished when all of them are finished, and terminated when
 * all of them are terminated.
 */
const covering = (
  name: string,
  { name: phase }: PhaseDefinition,
  iteration: string,
  covered: readonly Phase[],
): Phase => ({
  name,
  phase,
  iteration,
  fork: '',
  arrivals: nobody,
  startTimeMs: 0,
  startAfter: covered.map((each) => each.name),
  startAfterStrict: [],
  covers: covered.map((each) => each.name),
  maxSessions: 0,
  sessionLimitPolicy: 'FAIL',
  isWarmup: true,
});
