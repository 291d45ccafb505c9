import { constantRate } from '../arrivals/constant-rate.ts';
import { arrivalKinds } from '../arrivals/registry.ts';
import type { Path } from '../document/problem.ts';
import type { Phase } from '../model/benchmark.ts';
import { forkNames } from './forks.ts';
import { type PhaseChecking, parsePhase, type WrittenPhase } from './phase.ts';
import { type Declared, refuseCycles } from './references.ts';
import { CheckedDocument, type Checking } from './valid-part.ts';

/** Run-time phases in document order, forks unrolled; complete only when nothing was refused. */
export function parsePhases(checking: PhaseChecking): readonly Phase[] {
  const written = [...listed(checking.document), ...single(checking)];
  const declared = new Map<string, WrittenPhase & Declared>();
  for (const phase of written) {
    if (declared.has(phase.name))
      checking.findings.error(phase.item, `phase '${phase.name}' is defined twice`);
    else declared.set(phase.name, { ...phase, forks: forkNames([...phase.at, 'forks'], checking) });
  }
  const parsed = written.map((phase) => parsePhase(phase, declared, checking));
  refuseCycles(
    parsed.flatMap(({ waits }) => waits),
    checking,
  );
  const phases = parsed.flatMap((part) => part.phases);
  refuseSameNames(phases, declared, checking);
  return phases;
}

/** The path of a phase's body; that of the whole document for the single-phase shortcut. */
export const phasePath = (value: unknown, name: string): Path =>
  listed(new CheckedDocument(value, [])).find((phase) => phase.name === name)?.at ?? [];

const listed = (document: CheckedDocument): readonly WrittenPhase[] =>
  document.members(['phases']).flatMap(([name, item]) => {
    const bodies = document.members(item).flatMap(([key, at]) => {
      const kind = arrivalKinds.get(key);
      return kind === undefined ? [] : [{ name, kind, at, item }];
    });
    return bodies.slice(0, 1);
  });

const shortcut = ['usersPerSec', 'duration', 'maxDuration', 'maxSessions', 'scenario'] as const;

/** The single-phase shortcut is a constantRate phase named `main`. */
function single({ document, findings }: Checking): readonly WrittenPhase[] {
  const given = shortcut.filter((name) => document.has([name]));
  if (!document.lacks([], 'phases')) {
    for (const name of given) {
      const message = `'${name}' is for a benchmark with a single phase, but 'phases' is given`;
      findings.error([name], message, 'move it into a phase');
    }
    return [];
  }
  if (document.has(['staircase'])) return [];
  if (given.length === 0) {
    const expected = "expected 'phases', or usersPerSec, duration and scenario for a single one";
    findings.error([], `there are no phases, ${expected}`);
    return [];
  }
  for (const name of ['usersPerSec', 'scenario']) {
    if (!document.has([name]))
      findings.error([], `'${name}' is missing, a benchmark with a single phase needs it`);
  }
  return [{ name: 'main', kind: constantRate, at: [], item: [] }];
}

/** A phase may itself be called `p/a`. */
function refuseSameNames(
  phases: readonly Phase[],
  declared: ReadonlyMap<string, WrittenPhase>,
  { findings }: Checking,
): void {
  for (const { name, phase, fork } of phases) {
    const other = declared.get(name);
    if (fork !== '' && other !== undefined) {
      findings.error(other.item, `phase '${name}' has the name of fork '${fork}' of phase '${phase}'`);
    }
  }
}
