import type { ArrivalKind } from '../arrivals/arrival-kind.ts';
import { nobody } from '../arrivals/noop.ts';
import { modelOf } from '../arrivals/registry.ts';
import { Findings, type Path } from '../document/problem.ts';
import type { Arrivals } from '../model/arrivals.ts';
import type { Ergonomics, Phase, Target } from '../model/benchmark.ts';
import type { Files } from '../model/files.ts';
import { parseScenario } from '../scenario/parse.ts';
import { stepKinds } from '../scenario/registry.ts';
import { parseForks } from './forks.ts';
import { refuseNotBuilt } from './not-built.ts';
import { phaseBody } from './phase-body.ts';
import { type Declared, parseReferences, type Wait } from './references.ts';
import { parseTiming } from './timing.ts';
import type { Checking } from './valid-part.ts';

export type PhaseChecking = Checking & {
  readonly ergonomics: Ergonomics;
  readonly targets: readonly Target[];
  /** False when an http entry could not be read: then requests are not judged by their target. */
  readonly targetsComplete: boolean;
} & FileChecking;

/** The files that came with the document, why others did not, and the paths of those that it needs. */
export type FileChecking = {
  readonly files?: Files | undefined;
  readonly fileProblems?: ReadonlyMap<string, string> | undefined;
  /** Absent: nobody asks. */
  readonly neededFiles?: Set<string>;
};

/** A phase as it stands in the document: `at` is the body of its kind, `item` the phase itself. */
export type WrittenPhase = {
  readonly name: string;
  readonly kind: ArrivalKind;
  readonly at: Path;
  /** Empty for the single-phase shortcut, which stands at the top of the document. */
  readonly item: Path;
};

type ParsedPhase = { readonly phases: readonly Phase[]; readonly waits: readonly Wait[] };

/** One phase of the document: itself, or its forks and a noop phase that covers them. */
export function parsePhase(
  { name, kind, at, item }: WrittenPhase,
  declared: ReadonlyMap<string, Declared>,
  checking: PhaseChecking,
): ParsedPhase {
  if (item.length > 0) refuseNotBuilt('phase', at, checking);
  const arrivals = kind.parse(phaseBody(at, checking));
  const timing = parseTiming(kind, at, checking);
  const startAfter = parseReferences(name, [...at, 'startAfter'], declared, checking);
  const startAfterStrict = parseReferences(name, [...at, 'startAfterStrict'], declared, checking);
  const parts = partsOf(kind, at, checking);
  const waits = [...startAfter.waits, ...startAfterStrict.waits];
  if (arrivals === undefined) return { phases: [], waits };
  const whole = {
    phase: name,
    ...timing,
    startAfter: startAfter.names,
    startAfterStrict: startAfterStrict.names,
    ...settingsOf(at, checking),
  };
  const phases = divide(whole, arrivals, parts, at, checking);
  const forked = phases.some(({ fork }) => fork !== '');
  return { phases: forked ? [...phases, covering(name, phases)] : phases, waits };
}

const settingsOf = (at: Path, { document }: Checking): Pick<Phase, 'sessionLimitPolicy' | 'isWarmup'> => ({
  sessionLimitPolicy: document.read<Phase['sessionLimitPolicy']>([...at, 'sessionLimitPolicy']) ?? 'FAIL',
  isWarmup: document.read<boolean>([...at, 'isWarmup']) ?? false,
});

/** A fork with its scenario; a phase without forks is a single part without a name. */
type Part = { readonly fork: string; readonly weight: number } & Acting;

/** What the users of a part do, and the files that they need. */
type Acting = Pick<Phase, 'scenario' | 'files'>;

function partsOf(kind: ArrivalKind, at: Path, checking: PhaseChecking): readonly Part[] {
  const { document, findings } = checking;
  const forked = document.has([...at, 'forks']);
  if (!kind.startsUsers) {
    const path = [...at, forked ? 'forks' : 'scenario'];
    if (document.has(path))
      findings.warning(path, `a ${kind.kind} phase starts no users, so this never runs`);
    return [{ fork: '', weight: 1 }];
  }
  const forks = forked
    ? parseForks([...at, 'forks'], checking)
    : [{ name: '', weight: 1, scenarioAt: [...at, 'scenario'] }];
  return forks.map(({ name, weight, scenarioAt }) => {
    return { fork: name, weight, ...scenarioOf(scenarioAt, checking) };
  });
}

function scenarioOf(at: Path, checking: PhaseChecking): Acting {
  const { document, findings, targets, ergonomics, targetsComplete, files, fileProblems } = checking;
  const raw = document.written(at);
  if (raw === undefined || raw === null) return {};
  const own = new Findings();
  const neededFiles = new Set<string>();
  const scenario = parseScenario(raw, at, {
    ...{ targets, ergonomics, findings: own, neededFiles },
    ...(files === undefined ? {} : { files }),
    ...(fileProblems === undefined ? {} : { fileProblems }),
    isValid: (path) => document.isValid(path),
  });
  findings.list.push(...own.list.filter(({ path }) => targetsComplete || !isInRequest(path)));
  for (const path of neededFiles) checking.neededFiles?.add(path);
  return {
    ...(scenario === undefined ? {} : { scenario }),
    ...(neededFiles.size === 0 ? {} : { files: [...neededFiles] }),
  };
}

/** Requests cannot be judged by targets that are not known. */
const isInRequest = (path: Path): boolean =>
  path.some((key) => stepKinds.get(`${key}`)?.requests !== undefined);

type Whole = Omit<Phase, 'name' | 'fork' | 'arrivals' | 'maxSessions' | keyof Acting>;

/** Gives each part its share of users, rate and sessions by weight. */
function divide(
  whole: Whole,
  arrivals: Arrivals,
  parts: readonly Part[],
  at: Path,
  { document, findings }: Checking,
): readonly Phase[] {
  const limit = document.read<number>([...at, 'maxSessions']);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map(({ fork, weight, ...acting }) => {
    const share = modelOf(arrivals).share(weight, total);
    const model = modelOf(share);
    if (model.users === 0) {
      findings.warning([...at, 'forks'], `fork '${fork}' gets no users, because its share rounds to 0`);
    }
    return {
      ...whole,
      name: fork === '' ? whole.phase : `${whole.phase}/${fork}`,
      fork,
      arrivals: share,
      maxSessions: model.sessions(limit === undefined ? undefined : (limit * weight) / total),
      ...(limit === undefined ? {} : { maxSessionsGiven: true as const }),
      ...acting,
    };
  });
}

/** Stands for all forks of a phase: finished when all of them are, terminated when all of them are. */
const covering = (name: string, forks: readonly Phase[]): Phase => ({
  name,
  phase: name,
  fork: '',
  arrivals: nobody,
  startTimeMs: 0,
  startAfter: forks.map((fork) => fork.name),
  startAfterStrict: [],
  maxSessions: 0,
  sessionLimitPolicy: 'FAIL',
  isWarmup: true,
});
