import type { Path } from '../../document/problem.ts';
import type { Checking } from '../valid-part.ts';

/** A phase that waits for another phase. In this file, each iteration and fork is a phase of its own. */
export type Wait = {
  readonly from: string;
  readonly to: string;
  /**
   * The place in the document where the other phase is named. Absent when the wait follows from forks or
   * iterations.
   */
  readonly at?: Path;
  /** The name, in the document, of the phase that waits. */
  readonly of: string;
};

/**
 * Rejects phases that wait for each other, because they would never start. Each such cycle is reported once,
 * at the wait that closes it. The search is depth-first but not recursive, because a chain of phases may be
 * longer than the call stack allows.
 */
export function refuseCycles(waits: readonly Wait[], checking: Checking): void {
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
        const circle = [...stack.slice(start + 1).flatMap(({ by }) => by ?? []), wait];
        report(circle, checking);
      } else if (!done.has(wait.to)) {
        depthOf.set(wait.to, stack.length);
        stack.push(visit(wait.to, waitsOf, wait));
      }
    }
  }
}

/**
 * A phase on the current path of the search: the wait that led to it, and its own waits that were not
 * followed yet.
 */
const visit = (name: string, waitsOf: ReadonlyMap<string, readonly Wait[]>, by?: Wait) => ({
  name,
  by,
  ahead: (waitsOf.get(name) ?? []).values(),
});

/**
 * Reports a cycle of phases. At least one of its waits is written in the document. Forks and iterations that
 * close the same cycle cause equal messages, which are shown once.
 */
function report(circle: readonly Wait[], { findings }: Checking): void {
  findings.error(circle.findLast(({ at }) => at !== undefined)?.at ?? [], ...problemOf(circle));
}

/**
 * The message about a cycle, and its hint. They name phases of the document. A fork or iteration has the name
 * of its phase.
 */
function problemOf(circle: readonly Wait[]): readonly [message: string, hint: string] {
  const names = circle.map(({ of }) => of).filter((name, index, all) => name !== all[index - 1]);
  const [first = ''] = names;
  if (names.length > 1 && names.at(-1) === first) names.pop();
  if (names.length === 1)
    return [`phase '${first}' waits for itself, so it can never start`, 'remove this reference'];
  names.push(first);
  const shown = names.length > 10 ? [...names.slice(0, 5), '...', ...names.slice(-4)] : names;
  return [
    `these phases wait for each other, so none of them can start: ${shown.join(' -> ')}`,
    'remove startAfter, startAfterStrict or startWith from one of these phases',
  ];
}
