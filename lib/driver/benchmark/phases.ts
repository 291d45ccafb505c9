import type { Ergonomics, Phase, Target } from '../benchmark.ts';
import { nearestName } from '../document/nearest.ts';
import { Findings, type Path } from '../document/problem.ts';
import type { ScenarioDefinition } from '../scenario/definition.ts';
import { parseScenario } from '../scenario/parse.ts';
import { highestRate, type Kind, parseArrivals, shareOfArrivals } from './arrivals.ts';
import { type Fork, parseForks } from './forks.ts';
import { refuseNotBuilt } from './not-built.ts';
import { type Declared, parseReferences, refuseCycles, type Wait } from './references.ts';
import type { Checking } from './sound.ts';
import { parseTiming } from './timing.ts';

export type PhaseChecking = Checking & {
  readonly ergonomics: Ergonomics;
  readonly targets: readonly Target[];
  /** False when an http entry could not be read: then requests are not judged by their target. */
  readonly targetsComplete: boolean;
};

/** Run-time phases in document order, forks unrolled; complete only when nothing was refused. */
export const parsePhases = (checking: PhaseChecking): readonly Phase[] => {
  const written = [...listed(checking), ...single(checking)];
  const declared = new Map<string, Written & Declared>();
  for (const phase of written) {
    if (declared.has(phase.name))
      checking.findings.error(phase.item, `phase '${phase.name}' is defined twice`);
    else declared.set(phase.name, { ...phase, forks: forkNames(phase, checking) });
  }
  const waits: Wait[] = [];
  const phases = written.flatMap((phase) => parsePhase(phase, declared, waits, checking));
  refuseCycles(waits, checking);
  refuseSameNames(phases, declared, checking);
  return phases;
};

/** A phase as it stands in the document: `at` is the body of its kind, `item` the phase itself. */
type Written = { readonly name: string; readonly kind: Kind; readonly at: Path; readonly item: Path };

const kinds: ReadonlySet<string> = new Set([
  'always',
  'atOnce',
  'constantRate',
  'increasingRate',
  'decreasingRate',
  'noop',
] satisfies readonly Kind[]);

const listed = ({ document }: Checking): readonly Written[] =>
  document.members(['phases']).flatMap(([name, item]) => {
    const kind = document.members(item).find(([key]) => kinds.has(key));
    return kind === undefined ? [] : [{ name, kind: kind[0] as Kind, at: kind[1], item }];
  });

const shortcut = ['usersPerSec', 'duration', 'maxDuration', 'maxSessions', 'scenario'] as const;

/** The single-phase shortcut is a constantRate phase named `main`; reference section 5.6. */
const single = ({ document, findings }: Checking): readonly Written[] => {
  const given = shortcut.filter((name) => document.has([name]));
  const isMisspelt = document.members([]).some(([name]) => nearestName(name, ['phases']) !== undefined);
  if (document.has(['phases']) || isMisspelt) {
    for (const name of given) {
      findings.error(
        [name],
        `'${name}' is for a benchmark with a single phase, but 'phases' is given`,
        'move it into a phase',
      );
    }
    return [];
  }
  if (document.has(['staircase'])) return [];
  if (given.length === 0) {
    findings.error(
      [],
      "there are no phases, expected 'phases', or usersPerSec, duration and scenario for a single one",
    );
    return [];
  }
  for (const name of ['usersPerSec', 'scenario']) {
    if (!document.has([name]))
      findings.error([], `'${name}' is missing, a benchmark with a single phase needs it`);
  }
  return [{ name: 'main', kind: 'constantRate', at: [], item: [] }];
};

const forkNames = ({ at }: Written, { document }: Checking): readonly string[] =>
  document.members([...at, 'forks']).flatMap(([name, path]) => {
    const weight = document.read<number>([...path, 'weight']) ?? 1;
    return weight > 0 ? [name] : [];
  });

const parsePhase = (
  { name, kind, at, item }: Written,
  declared: ReadonlyMap<string, Declared>,
  waits: Wait[],
  checking: PhaseChecking,
): readonly Phase[] => {
  const { document } = checking;
  if (item.length > 0) refuseNotBuilt('phase', at, checking);
  const arrivals = parseArrivals(kind, at, checking);
  const timing = parseTiming(kind, at, checking);
  const startAfter = parseReferences(name, [...at, 'startAfter'], declared, checking);
  const startAfterStrict = parseReferences(name, [...at, 'startAfterStrict'], declared, checking);
  waits.push(...startAfter.waits, ...startAfterStrict.waits);
  const parts = partsOf(kind, at, checking);
  if (arrivals === undefined) return [];
  const whole = {
    phase: name,
    ...timing,
    startAfter: startAfter.names,
    startAfterStrict: startAfterStrict.names,
    sessionLimitPolicy: document.read<Phase['sessionLimitPolicy']>([...at, 'sessionLimitPolicy']) ?? 'FAIL',
    isWarmup: document.read<boolean>([...at, 'isWarmup']) ?? false,
  };
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const phases = parts.map(({ fork, weight, scenario }) => {
    const share = shareOfArrivals(arrivals, weight, total);
    const limit = document.read<number>([...at, 'maxSessions']);
    return {
      ...whole,
      name: fork === '' ? name : `${name}/${fork}`,
      fork,
      arrivals: share,
      maxSessions: 'users' in share ? share.users : sessionsOf(limit, weight / total, highestRate(share)),
      ...(scenario === undefined ? {} : { scenario }),
    };
  });
  warnOfIdleForks(phases, at, checking);
  return phases.length > 1 || phases[0]?.fork ? [...phases, covering(name, phases)] : phases;
};

/** A given limit is cut by weight, the default is the highest rate; a hair above a whole number is that number. */
const sessionsOf = (limit: number | undefined, share: number, rate: number): number =>
  limit === undefined ? Math.ceil(rate - 1e-9) : Math.max(1, Math.round(limit * share));

type Part = { readonly fork: string; readonly weight: number; readonly scenario?: ScenarioDefinition };

const partsOf = (kind: Kind, at: Path, checking: PhaseChecking): readonly Part[] => {
  const { document, findings } = checking;
  const forked = document.has([...at, 'forks']);
  if (kind === 'noop') {
    const path = [...at, forked ? 'forks' : 'scenario'];
    if (document.has(path)) findings.warning(path, 'a noop phase starts no users, so this never runs');
    return [{ fork: '', weight: 1 }];
  }
  const forks: readonly Fork[] = forked
    ? parseForks([...at, 'forks'], checking)
    : [{ name: '', weight: 1, scenarioAt: [...at, 'scenario'] }];
  return forks.map(({ name, weight, scenarioAt }) => {
    const scenario = scenarioOf(scenarioAt, kind, checking);
    return { fork: name, weight, ...(scenario === undefined ? {} : { scenario }) };
  });
};

const scenarioOf = (at: Path, arrivals: Kind, checking: PhaseChecking): ScenarioDefinition | undefined => {
  const { document, findings, targets, ergonomics, targetsComplete } = checking;
  const raw = document.read(at);
  if (raw === undefined) return undefined;
  const own = new Findings();
  const scenario = parseScenario(raw, at, { targets, ergonomics, arrivals, findings: own });
  if (targetsComplete) findings.list.push(...own.list);
  return scenario;
};

const warnOfIdleForks = (phases: readonly Phase[], at: Path, { findings }: Checking): void => {
  for (const { fork, arrivals } of phases) {
    if ('users' in arrivals && arrivals.users === 0) {
      findings.warning([...at, 'forks'], `fork '${fork}' gets no users, its share rounds to 0`);
    }
  }
};

/** Stands for all forks of a phase: finished when all of them are, terminated when all of them are. */
const covering = (name: string, forks: readonly Phase[]): Phase => ({
  name,
  phase: name,
  fork: '',
  arrivals: { kind: 'noop' },
  startTimeMs: 0,
  startAfter: forks.map((fork) => fork.name),
  startAfterStrict: [],
  maxSessions: 0,
  sessionLimitPolicy: 'FAIL',
  isWarmup: true,
});

/** A phase may itself be called `p/a`. */
const refuseSameNames = (
  phases: readonly Phase[],
  declared: ReadonlyMap<string, Written>,
  { findings }: Checking,
): void => {
  for (const { name, phase, fork } of phases) {
    const other = declared.get(name);
    if (fork !== '' && other !== undefined) {
      findings.error(other.item, `phase '${name}' has the name of fork '${fork}' of phase '${phase}'`);
    }
  }
};
