import { hintAt, nearestName } from '../../document/nearest.ts';
import { formatPath } from '../../document/path.ts';
import type { Findings, Path } from '../../document/problem.ts';
import { baseOf } from '../variables.ts';

/**
 * The kind of a variable. An `int` variable holds a 32-bit integer, an `object` variable holds text or other
 * data. In a scenario, all variables with one name have the same kind.
 */
export type VariableKind = 'int' | 'object';

type Use = { readonly name: string; readonly kind: VariableKind | undefined; readonly at: Path };

/** Read-only variables that every session has, by name, with their kinds. */
export const builtInVariables: Readonly<Record<string, VariableKind>> = {
  'hyperfoil.agent.id': 'int',
  'hyperfoil.agents': 'int',
  'hyperfoil.agent.thread.id': 'int',
  'hyperfoil.agent.threads': 'int',
  'hyperfoil.global.thread.id': 'int',
  'hyperfoil.global.threads': 'int',
  'hyperfoil.phase.name': 'object',
  'hyperfoil.phase.id': 'int',
  'hyperfoil.phase.iteration': 'int',
  'hyperfoil.phase.start.time.as.string': 'object',
  'hyperfoil.run.id': 'object',
  'hyperfoil.session.id': 'int',
};

/**
 * The variables that the steps of a scenario write and read. Reports a name with two kinds, and a variable
 * that steps read but no step writes.
 */
export class VariableUses {
  readonly #writes: Use[] = [];
  readonly #reads: Use[] = [];
  /**
   * Uses of `name[.]` (the item at the index of the running instance) in sequences that have only one
   * instance and so no index.
   */
  readonly #unindexed: { readonly name: string; readonly sequence: string; readonly at: Path }[] = [];

  writes(name: string, kind: VariableKind, at: Path): void {
    this.#writes.push({ name, kind, at });
  }

  reads(name: string, kind: VariableKind | undefined, at: Path): void {
    this.#reads.push({ name, kind, at });
  }

  needsIndex(name: string, sequence: string, at: Path): void {
    this.#unindexed.push({ name, sequence, at });
  }

  /**
   * Reports variables with two kinds, and variables that are read and never get a value. `incomplete`: a part
   * of the scenario was not parsed, and may write variables.
   */
  check(findings: Findings, incomplete: boolean): void {
    const known = new Map<string, Use>();
    for (const use of this.#writes) {
      const first = known.get(use.name);
      if (first === undefined) known.set(use.name, use);
      else if (first.kind !== use.kind) reportConflict(use, first.kind, first.at, findings);
    }
    for (const use of this.#reads) checkRead(use, known, findings, incomplete);
  }

  /** Warns about variables that cost time to set and that no step reads. A name is probably misspelt. */
  warnOfUnread(findings: Findings): void {
    const read = new Set(this.#reads.flatMap(({ name }) => [name, baseOf(name) ?? `${name}[.]`]));
    const reported = new Set<string>();
    for (const { name, at } of this.#writes) {
      if (read.has(name) || reported.has(name)) continue;
      reported.add(name);
      findings.warning(
        at,
        `variable '${name}' is set here, but no step reads it`,
        'correct the name, or remove the variable',
      );
    }
  }

  /**
   * Reports `name[.]` in sequences without an index. A sequence that only queues run (`isPattern`) has an
   * index in its copies.
   */
  checkIndexes(findings: Findings, isPattern: (sequence: string) => boolean): void {
    for (const { name, at, sequence } of this.#unindexed)
      if (!isPattern(sequence))
        findings.error(
          at,
          `'${name}' needs the index of an instance, but sequence '${sequence}' has only one instance`,
          `write '${baseOf(name) ?? name}', or name the sequence '${sequence}[N]' for up to N instances at the same time`,
        );
  }
}

function checkRead(use: Use, known: ReadonlyMap<string, Use>, findings: Findings, incomplete: boolean): void {
  const builtIn = Object.hasOwn(builtInVariables, use.name) ? builtInVariables[use.name] : undefined;
  const write = known.get(use.name);
  const kind = write?.kind ?? builtIn;
  if (kind !== undefined) {
    if (use.kind !== undefined && use.kind !== kind) reportConflict(use, kind, write?.at, findings);
    return;
  }
  // A step may write an array item by item (`name[.]`) or as a whole (`name`).
  if (known.has(baseOf(use.name) ?? `${use.name}[.]`)) return;
  if (incomplete) return;
  const isBuiltIn = use.name.startsWith('hyperfoil.');
  const names = isBuiltIn ? Object.keys(builtInVariables) : [...known.keys()];
  const what = isBuiltIn ? 'is not a built-in variable' : 'has no value, because no step sets it';
  const hint = isBuiltIn ? hintAt(use.name, names) : unsetHint(use.name, names);
  findings.error(use.at, `variable '${use.name}' ${what}`, hint);
}

/**
 * The hint when a variable never gets a value: the most similar name that steps set, or all such names if
 * they are few.
 */
function unsetHint(name: string, set: readonly string[]): string {
  const near = nearestName(name, set);
  if (near !== undefined) return `did you mean '${near}'?`;
  const few = set.length > 0 && set.length <= 12 ? `: steps set only '${set.join("', '")}'` : '';
  return `set the variable in an earlier step, or correct its name${few}`;
}

const kindWords = (kind: VariableKind | undefined): string =>
  kind === 'int' ? 'a whole number' : 'text or an array';

function reportConflict(
  use: Use,
  kind: VariableKind | undefined,
  at: Path | undefined,
  findings: Findings,
): void {
  const other = at === undefined ? 'by Downpour' : `in ${formatPath(at)}`;
  findings.error(
    use.at,
    `variable '${use.name}' is used as ${kindWords(use.kind)} here, but as ${kindWords(kind)} ${other}`,
    "use two variables with different names; 'setInt' sets a whole number, and 'stringToInt' reads one from a text",
  );
}
