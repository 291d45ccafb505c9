import { Findings, type Path } from '../../document/problem.ts';
import type { Agent, Ergonomics, Target } from '../../model/benchmark.ts';
import type { ScenarioDefinition } from '../../model/scenario.ts';
import { parseScenario } from '../../scenario/parse.ts';
import type { ScenarioContext } from '../../scenario/scope.ts';
import type { Checking } from '../valid-part.ts';
import type { Acting, Part } from './definition.ts';
import { parseForks } from './forks.ts';

/** The parts of the document that the parser of phases needs. */
export type PhaseChecking = Checking & {
  readonly ergonomics: Ergonomics;
  /**
   * The targets of the document. Undefined when an `http` entry could not be read. Then Downpour does not
   * check the targets of requests.
   */
  readonly targets: readonly Target[] | undefined;
  /** The names of the caches of all `hotrod` entries. Undefined when an entry could not be read. */
  readonly caches: readonly string[] | undefined;
  /** The agents of the document. A document without agents gets one agent with an empty name. */
  readonly agents: readonly Agent[];
  /** For each key of global counters, the phase that publishes it. */
  readonly publishers: Map<string, string>;
};

/** The name and kind of the phase that has the scenario. */
type PhaseAround = Pick<ScenarioContext, 'phaseName' | 'phaseKind'>;

/** Reads the forks of a phase. A phase without forks has one part, with its scenario. */
export function parseParts(phase: PhaseAround, at: Path, checking: PhaseChecking): readonly Part[] {
  const forks = checking.document.has([...at, 'forks'])
    ? parseForks([...at, 'forks'], checking)
    : [{ name: '', weight: 1, scenarioAt: [...at, 'scenario'] }];
  return forks.map(({ name, weight, scenarioAt }) => {
    const acting = scenarioOf(phase, scenarioAt, checking);
    return { fork: name, weight, ...(name === '' ? {} : { scenario: nothingToDo }), ...acting };
  });
}

/** The scenario of a fork that has none: its users arrive and leave at once. */
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
