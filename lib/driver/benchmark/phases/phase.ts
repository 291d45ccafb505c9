import type { ArrivalKind } from '../../arrivals/arrival-kind.ts';
import { Findings, type Path } from '../../document/problem.ts';
import type { Arrivals } from '../../model/arrivals.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Checking } from '../valid-part.ts';
import { parseCustomSlas } from './custom-sla.ts';
import type { Part, PhaseDefinition } from './definition.ts';
import { type PhaseChecking, parseParts } from './parts.ts';
import { phaseBody } from './phase-body.ts';
import { type Named, type Names, parseReference, parseReferences } from './references.ts';
import { parseTiming, timeAt } from './timing.ts';

/** A phase as the document has it: `at` is the body of its kind, `item` the phase itself. */
export type WrittenPhase = Named & {
  readonly kind: ArrivalKind;
  readonly at: Path;
  /** Empty for the single-phase shortcut, which is at the top of the document. */
  readonly item: Path;
};

/** One phase of the document; undefined when its numbers are missing or wrong, which is reported. */
export function parsePhase(
  phase: WrittenPhase,
  names: Names,
  checking: PhaseChecking,
): PhaseDefinition | undefined {
  const { name, kind, at, item, numbered } = phase;
  const arrivals = arrivalsOf(phase, checking);
  const timing = parseTiming(kind, phaseBody(at, 0, checking.agents, checking), at, checking);
  const definition = {
    name,
    at,
    item,
    numbered,
    timing,
    parts: partsOf(phase, checking),
    settings: { ...settingsOf(at, checking), ...parseCustomSlas([...at, 'customSla'], checking) },
    startAfter: parseReferences(phase, [...at, 'startAfter'], names, checking),
    startAfterStrict: parseReferences(phase, [...at, 'startAfterStrict'], names, checking),
    ...startWithOf(phase, timing.startTimeMs, names, checking),
    ...limitOf(at, checking),
  };
  return arrivals === undefined ? undefined : { ...definition, arrivals };
}

/** For each iteration, up to the first one in which something is wrong. */
function arrivalsOf(
  { kind, at, iterations }: WrittenPhase,
  checking: PhaseChecking,
): readonly Arrivals[] | undefined {
  const arrivals: Arrivals[] = [];
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const findings = new Findings();
    const own = kind.parse(phaseBody(at, iteration, checking.agents, { ...checking, findings }));
    checking.findings.list.push(...findings.list);
    if (own === undefined) return undefined;
    if (findings.refused) break;
    arrivals.push(own);
  }
  return arrivals;
}

function partsOf({ name, kind, at }: WrittenPhase, checking: PhaseChecking): readonly Part[] {
  const { document, findings } = checking;
  if (kind.startsUsers) return parseParts({ phaseName: name, phaseKind: kind.kind }, at, checking);
  const path = [...at, document.has([...at, 'forks']) ? 'forks' : 'scenario'];
  if (document.has(path)) findings.warning(path, `a ${kind.kind} phase starts no users, so this never runs`);
  return [{ fork: '', weight: 1 }];
}

const settingsOf = (
  at: Path,
  { document }: Checking,
): Pick<Phase, 'sessionLimitPolicy' | 'isWarmup' | 'isJudged'> => ({
  sessionLimitPolicy: document.read<Phase['sessionLimitPolicy']>([...at, 'sessionLimitPolicy']) ?? 'FAIL',
  isWarmup: document.read<boolean>([...at, 'isWarmup']) ?? false,
  ...(document.read<boolean>([...at, 'judged']) === false ? { isJudged: false } : {}),
});

function limitOf(at: Path, { document }: Checking): Pick<PhaseDefinition, 'sessionLimit'> {
  const sessionLimit = document.read<number>([...at, 'maxSessions']);
  return sessionLimit === undefined ? {} : { sessionLimit };
}

/** To start with another phase and to wait for one, or for an instant, contradict each other. */
function startWithOf(
  phase: WrittenPhase,
  startTimeMs: number,
  names: Names,
  checking: Checking,
): Pick<PhaseDefinition, 'startWith'> {
  const { document, findings } = checking;
  const at = [...phase.at, 'startWith'];
  if (!document.has(at)) return {};
  for (const other of ['startAfter', 'startAfterStrict', 'startTime']) {
    if (!document.has([...phase.at, other]) || (other === 'startTime' && startTimeMs === 0)) continue;
    findings.error(at, `phase '${phase.name}' has both startWith and ${other}`, 'keep one of them');
  }
  const delayMs = timeAt([...at, 'delay'], checking) ?? 0;
  const reference = parseReference(phase, at, names, checking);
  return reference === undefined ? {} : { startWith: { reference, delayMs } };
}
