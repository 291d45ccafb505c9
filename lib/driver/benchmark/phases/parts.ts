import { Findings, type Path } from '../../document/problem.ts';
import type { Agent, Ergonomics, Target } from '../../model/benchmark.ts';
import type { ScenarioDefinition } from '../../model/scenario.ts';
import { parseScenario } from '../../scenario/parse.ts';
import type { ScenarioContext } from '../../scenario/scope.ts';
import type { Checking } from '../valid-part.ts';
import type { Acting, Part } from './definition.ts';
import { parseForks } from './forks.ts';

/** The parts of the document that the phases need to know. */
export type PhaseChecking = Checking & {
  readonly ergonomics: Ergonomics;
  /** Undefined when an http entry could not be read: then requests are not judged by their target. */
  readonly targets: readonly Target[] | undefined;
  /** The caches of all `hotrod` entries; undefined when an entry could not be read. */
  readonly caches: readonly string[] | undefined;
  /** A single phase without a name when the document declares none. */
  readonly agents: readonly Agent[];
  /** The phase that publishes each key of global counters. */
  readonly publishers: Map<string, string>;
};

/** The phase around a scenario. */
type PhaseAround = Pick<ScenarioContext, 'phaseName' | 'phaseKind'>;

/** The forks of a body, or its scenario as the only part. */
export function parseParts(phase: PhaseAround, at: Path, checking: PhaseChecking): readonly Part[] {
  const forks = checking.document.has([...at, 'forks'])
    ? parseForks([...at, 'forks'], checking)
    : [{ name: '', weight: 1, scenarioAt: [...at, 'scenario'] }];
  return forks.map(({ name, weight, scenarioAt }) => {
    const acting = scenarioOf(phase, scenarioAt, checking);
    return { fork: name, weight, ...(name === '' ? {} : { scenario: nothingToDo }), ...acting };
  });
}

/** The scenario of a fork without one: its users come and leave. */
const nothingToDo: ScenarioDefinition = { sequences: [], initial: [], maxRequests: 1 };

function scenarioOf(phase: PhaseAround, at: Path, checking: PhaseChecking): Acting {
  const { document, findings, targets, caches, ergonomics, publishers, files, fileProblems } = checking;
  const raw = document.written(at);
  if (raw === undefined || raw === null) return {};
  const own = new Findings();
  const neededFiles = new Set<string>();
  const scenario = parseScenario(raw, at, {
    targets,
    caches,
    ergonomics,
    findings: own,
    neededFiles,
    publishers,
    ...phase,
    warnsOfUnread: true,
    ...(files === undefined ? {} : { files }),
    ...(fileProblems === undefined ? {} : { fileProblems }),
    isValid: (path) => document.isValid(path),
  });
  findings.list.push(...own.list);
  for (const path of neededFiles) checking.neededFiles?.add(path);
  return {
    ...(scenario === undefined ? {} : { scenario }),
    ...(neededFiles.size === 0 ? {} : { files: [...neededFiles] }),
  };
}
