import { hintAt } from '../document/nearest.ts';
import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

/** A phase to which other phases may refer. */
export type Declared = { readonly name: string; readonly forks: readonly string[] };

/** One phase waits for another; `at` is where that is written. */
export type Wait = { readonly from: string; readonly to: string; readonly at: Path };

export type References = { readonly names: readonly string[]; readonly waits: readonly Wait[] };

type Written = string | { readonly phase: string; readonly iteration?: string; readonly fork?: string };

/** A phase reference list (`startAfter`, `startAfterStrict`) as full names of phases. */
export function parseReferences(
  from: string,
  at: Path,
  declared: ReadonlyMap<string, Declared>,
  checking: Checking,
): References {
  const found = checking.document.each(at).flatMap((path) => {
    const written = checking.document.read<Written>(path);
    const name = written === undefined ? undefined : resolve(written, path, declared, checking);
    if (name === undefined) return [];
    return [{ name, wait: { from, to: phaseOf(written), at: path } }];
  });
  return { names: found.map(({ name }) => name), waits: found.map(({ wait }) => wait) };
}

const phaseOf = (written: Written | undefined): string =>
  typeof written === 'object' ? written.phase : (written ?? '');

function resolve(
  written: Written,
  at: Path,
  declared: ReadonlyMap<string, Declared>,
  { findings }: Checking,
): string | undefined {
  const name = phaseOf(written);
  const phase = declared.get(name);
  const { iteration, fork } = typeof written === 'object' ? written : {};
  if (phase === undefined) {
    const path = typeof written === 'object' ? [...at, 'phase'] : at;
    findings.error(path, `there is no phase '${name}'`, hintAt(name, [...declared.keys()]));
    return undefined;
  }
  if (iteration === 'same' || iteration === 'previous') {
    const message = `iteration '${iteration}' needs phases with iterations`;
    findings.error([...at, 'iteration'], message, 'leave it out');
    return undefined;
  }
  if (fork === undefined) return name;
  if (phase.forks.includes(fork)) return `${name}/${fork}`;
  findings.error([...at, 'fork'], `phase '${name}' has no fork '${fork}'`, hintAt(fork, phase.forks));
  return undefined;
}

/**
 * Phases that wait for each other would never start; each circle is reported once, where it closes.
 * A depth-first walk without recursion: a chain of phases may be longer than the stack is deep.
 */
export function refuseCycles(waits: readonly Wait[], { findings }: Checking): void {
  const waitsOf = Map.groupBy(waits, ({ from }) => from);
  const done = new Set<string>();
  for (const root of waitsOf.keys()) {
    if (done.has(root)) continue;
    const stack = [visit(root, waitsOf)];
    const depthOf = new Map([[root, 0]]);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const wait = top.ahead.next().value;
      if (wait === undefined) {
        done.add(top.name);
        depthOf.delete(top.name);
        stack.pop();
        continue;
      }
      const start = depthOf.get(wait.to);
      if (start !== undefined) {
        findings.error(wait.at, circle([...stack.slice(start).map(({ name }) => name), wait.to]));
      } else if (!done.has(wait.to)) {
        depthOf.set(wait.to, stack.length);
        stack.push(visit(wait.to, waitsOf));
      }
    }
  }
}

/** A phase on the walk, with the waits of it that are still to be followed. */
const visit = (name: string, waitsOf: ReadonlyMap<string, readonly Wait[]>) => ({
  name,
  ahead: (waitsOf.get(name) ?? []).values(),
});

function circle(names: readonly string[]): string {
  if (names.length === 2) return `phase '${names[0]}' waits for itself`;
  const shown = names.length > 10 ? [...names.slice(0, 5), '...', ...names.slice(-4)] : names;
  return `phases wait for each other: ${shown.join(' -> ')}`;
}
