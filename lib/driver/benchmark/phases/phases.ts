import { constantRate } from '../../arrivals/constant-rate.ts';
import { arrivalKinds, oldKinds } from '../../arrivals/registry.ts';
import { incrementableNumber } from '../../declaration/incrementable.ts';
import { positive, positiveInteger, unread } from '../../declaration/scalars.ts';
import { own, referTo } from '../../declaration/schema.ts';
import { millis } from '../../declaration/times.ts';
import type { Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import { scenarioDefinition } from '../../scenario/declaration/scenario.ts';
import { benchmarks } from '../limits.ts';
import { readMembers } from '../read-members.ts';
import { CheckedDocument, type Checking } from '../valid-part.ts';
import { customSla } from './custom-sla.ts';
import { refuseCycles } from './cycles.ts';
import type { PhaseDefinition } from './definition.ts';
import { maxIterations, phaseDefinition, phaseExample } from './fields.ts';
import { forkNames } from './forks.ts';
import { parsePhase, type WrittenPhase } from './phase.ts';
import { type Named, namesIn, runtimeCount } from './references.ts';
import type { PhaseChecking } from './scenario-or-forks.ts';
import { parseStaircase, staircaseDefinition } from './staircase.ts';
import { unroll } from './unroll.ts';

/** The members that a document has when its only phase is at the top level. */
const shortcutFields = {
  usersPerSec: incrementableNumber(
    'Shortcut for a benchmark with one constantRate phase called main: new users per second.',
    10,
  ),
  maxSessions: positive(
    positiveInteger,
    'Shortcut for one phase: largest number of users at the same time.',
    100,
  ),
  duration: millis('Shortcut for one phase: time from its start during which new users start.', '30s'),
  maxDuration: millis(
    'Shortcut for one phase: time from its start after which Downpour ends its last users.',
    '60s',
  ),
  scenario: unread(referTo(scenarioDefinition, 'Shortcut for one phase: the scenario of each user.')),
  customSla: customSla('Shortcut for one phase: SLAs for metrics that do not come from a request step.'),
};

/** The members of a document that define phases. */
export const phaseFields = {
  phases: unread({
    title: 'a list of phases',
    ...own('The phases of the benchmark. Each phase starts users.', [phaseExample]),
    type: 'array',
    minItems: 1,
    items: referTo(phaseDefinition),
  }),
  staircase: unread(referTo(staircaseDefinition)),
  ...shortcutFields,
};

/**
 * Reads the phases in the order of the document, and divides them into iterations and forks. The list is
 * complete only when no part was refused. It is empty for a document without phases, which can be read but
 * not run.
 */
export function parsePhases(checking: PhaseChecking): readonly Phase[] {
  const written = [...listed(checking), ...single(checking)];
  const declared = new Map<string, WrittenPhase>();
  for (const phase of written) {
    if (declared.has(phase.name))
      checking.findings.error(
        phase.item,
        `phase '${phase.name}' is defined twice`,
        'rename or remove one of the two',
      );
    else declared.set(phase.name, phase);
  }
  if (areTooMany([...declared.values()], ['phases'], checking)) return [];
  const names = namesIn(declared);
  const phases = written.flatMap((phase) => parsePhase(phase, names, checking) ?? []);
  const stairs = staircase(checking);
  const generated = stairs.map((stair): [string, Named] => [stair.name, namedOf(stair)]);
  return unrolled([...phases, ...stairs], new Map<string, Named>([...declared, ...generated]), checking);
}

function unrolled(
  definitions: readonly PhaseDefinition[],
  named: ReadonlyMap<string, Named>,
  checking: Checking,
): readonly Phase[] {
  const rows = definitions.map((definition) => unroll(definition, named, checking));
  refuseCycles(
    rows.flatMap(({ waits }) => waits),
    checking,
  );
  const phases = rows.flatMap((row) => row.phases);
  refuseSameNames(phases, definitions, checking);
  return phases;
}

const namedOf = ({ name, numbered, arrivals, parts }: PhaseDefinition): Named => ({
  name,
  numbered,
  iterations: arrivals.length,
  forks: parts.flatMap(({ fork }) => (fork === '' ? [] : [fork])),
});

/**
 * The path of a phase's body. For a phase that the staircase makes, this is the path of `staircase`. If the
 * only phase is at the top level of a document, this is the path of the document.
 */
export function phasePath(value: unknown, name: string): Path {
  const document = new CheckedDocument(value, []);
  const item = bodiesOf(document).find((body) => body.name === name);
  return item?.at ?? (document.has(['staircase']) ? ['staircase'] : []);
}

const bodiesOf = (document: CheckedDocument) =>
  document.members(['phases']).flatMap(([name, item]) => {
    const bodies = document.members(item).flatMap(([key, at]) => {
      const kind = arrivalKinds.get(key) ?? oldKinds.get(key);
      return kind === undefined ? [] : [{ name, key, kind, at, item }];
    });
    return bodies.slice(0, 1);
  });

const listed = (checking: Checking): readonly WrittenPhase[] =>
  bodiesOf(checking.document).map(({ name, key, kind, at, item }) => {
    if (oldKinds.has(key)) {
      const hint = `write ${key === 'rampPerSec' ? 'increasingRate or decreasingRate' : kind.kind}`;
      checking.findings.warning(at, `'${key}' is the old name of this phase kind`, hint);
    }
    const { maxIterations: iterations = 1 } = readMembers({ maxIterations }, at, checking);
    const forks = kind.startsUsers ? forkNames([...at, 'forks'], checking) : [];
    return { name, kind, at, item, iterations, numbered: iterations > 1, forks };
  });

/** True when the document has too many phases, iterations and forks, which is then reported. */
function areTooMany(named: readonly Named[], at: Path, { findings }: Checking): boolean {
  const count = named.reduce((sum, each) => sum + runtimeCount(each), 0);
  if (count <= benchmarks.phasesMax) return false;
  const message = `the document has ${count} phases with its iterations and forks, but at most ${benchmarks.phasesMax} are allowed`;
  findings.error(
    at,
    message,
    'use fewer phases, iterations and forks, or divide the benchmark into several documents',
  );
  return true;
}

/**
 * A document with its only phase at the top level has a phase of the kind constantRate with the name `main`.
 */
function single({ document, findings }: Checking): readonly WrittenPhase[] {
  const given = Object.keys(shortcutFields).filter((name) => document.has([name]));
  const [instead] = ['phases', 'staircase'].filter((name) => document.has([name]));
  if (instead !== undefined) {
    for (const name of given) {
      const message = `'${name}' is for a benchmark with a single phase, but '${instead}' is given`;
      findings.error(
        [name],
        message,
        `move '${name}' into ${instead === 'phases' ? 'a phase' : 'the staircase'}`,
      );
    }
    return [];
  }
  if (given.length === 0) return [];
  for (const name of ['usersPerSec', 'scenario']) {
    if (!document.has([name]))
      findings.error(
        [],
        `'${name}' is missing: a benchmark without 'phases' has a single phase, which needs '${name}'`,
        `add '${name}', or write 'phases'`,
      );
  }
  const main = { name: 'main', kind: constantRate, at: [], item: [], iterations: 1, numbered: false };
  return [{ ...main, forks: [] }];
}

function staircase(checking: PhaseChecking): readonly PhaseDefinition[] {
  const { document, findings } = checking;
  if (!document.has(['staircase'])) return [];
  if (!document.lacks([], 'phases'))
    findings.error(
      ['staircase'],
      "'staircase' makes its own phases, but the document also has 'phases'",
      'remove one of the two',
    );
  const stairs = parseStaircase(checking);
  return areTooMany(stairs.map(namedOf), ['staircase'], checking) ? [] : stairs;
}

/**
 * Rejects two phases with one name. A phase of the document may be called `p/a` or `p/000`, like a fork or
 * iteration of the phase `p`.
 */
function refuseSameNames(
  phases: readonly Phase[],
  definitions: readonly PhaseDefinition[],
  { findings }: Checking,
): void {
  const written = new Map(definitions.map(({ name, item }) => [name, item]));
  for (const { name, phase, iteration, fork } of phases) {
    const other = written.get(name);
    if (name === phase || other === undefined) continue;
    const part = fork === '' ? `iteration ${iteration}` : `fork '${fork}'`;
    findings.error(
      other,
      `phase '${name}' has the same name as ${part} of phase '${phase}'`,
      `give phase '${name}' another name`,
    );
  }
}
