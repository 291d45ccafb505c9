import type { ArrivalKind } from '../../arrivals/arrival-kind.ts';
import { openFields } from '../../arrivals/open-model.ts';
import { Findings, type Path } from '../../document/problem.ts';
import type { Arrivals } from '../../model/arrivals.ts';
import { readMembers } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';
import type { Part, PhaseDefinition } from './definition.ts';
import { settingFields, workFields } from './fields.ts';
import { membersIn, phaseBody } from './phase-body.ts';
import { type Named, type Names, parseReferences } from './references.ts';
import { type PhaseChecking, parseParts } from './scenario-or-forks.ts';
import { startWithOf } from './start-with.ts';
import { parseTiming } from './timing.ts';

/** A phase as the document writes it. `at` is the path of its body, `item` the path of the phase. */
export type WrittenPhase = Named & {
  readonly kind: ArrivalKind;
  readonly at: Path;
  /** The path of the phase in the document. Empty for a single phase at the top level of the document. */
  readonly item: Path;
};

/** Reads a phase of the document. Undefined after missing or wrong numbers, which are reported. */
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
    ...settingsOf(at, checking),
    startAfter: parseReferences(phase, [...at, 'startAfter'], names, checking),
    startAfterStrict: parseReferences(phase, [...at, 'startAfterStrict'], names, checking),
    ...startWithOf(phase, timing.startTimeMs, names, checking),
  };
  return arrivals === undefined ? undefined : { ...definition, arrivals };
}

/** The arrivals of the phase in each iteration, up to the first iteration with a problem. */
function arrivalsOf(
  { kind, at, iterations }: WrittenPhase,
  checking: PhaseChecking,
): readonly Arrivals[] | undefined {
  const arrivals: Arrivals[] = [];
  const written = readMembers(kind.fields, at, checking);
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const findings = new Findings();
    const body = phaseBody(at, iteration, checking.agents, { ...checking, findings });
    const own = kind.parse(membersIn(written, iteration, body), body);
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
  if (document.has(path))
    findings.warning(
      path,
      `a ${kind.kind} phase starts no users, so its ${path.at(-1)} never ${path.at(-1) === 'forks' ? 'run' : 'runs'}`,
      `remove '${path.at(-1)}', or use a phase kind that starts users, such as constantRate`,
    );
  return [{ fork: '', weight: 1 }];
}

/** The settings of a phase. Only a phase with an open model can have `maxSessions` and its policy. */
function settingsOf(at: Path, checking: Checking): Pick<PhaseDefinition, 'settings' | 'sessionLimit'> {
  const { judged, maxSessions, sessionLimitPolicy, isWarmup, customSla } = readMembers(
    { ...openFields, ...settingFields, customSla: workFields.customSla },
    at,
    checking,
  );
  return {
    settings: {
      sessionLimitPolicy,
      isWarmup,
      ...(judged ? {} : { isJudged: false }),
      ...customSla,
    },
    ...(maxSessions === undefined ? {} : { sessionLimit: maxSessions }),
  };
}
