import { pointerTo } from '../../document/path.ts';
import type { Path } from '../../document/problem.ts';
import type { Checking } from '../valid-part.ts';

/** One run-time phase waits for another; `at` is where that is written, `of` the phase of the document that waits. */
export type Wait = { readonly from: string; readonly to: string; readonly at: Path; readonly of: string };

/**
 * Phases that wait for each other would never start; each circle is reported once, where it closes.
 * A depth-first walk without recursion: a chain of phases may be longer than the stack is deep.
 */
export function refuseCycles(waits: readonly Wait[], checking: Checking): void {
  const waitsOf = Map.groupBy(waits, ({ from }) => from);
  const reported = new Set<string>();
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
        const names = stack.slice(start).map(({ name }) => name);
        report(wait, circle(names, waitsOf), reported, checking);
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

/** Every iteration of a phase closes the same circle. */
function report(wait: Wait, message: string, reported: Set<string>, { findings }: Checking): void {
  const key = `${pointerTo(wait.at)} ${message}`;
  if (reported.has(key)) return;
  reported.add(key);
  findings.error(wait.at, message);
}

/** In names of the document: forks and iterations of one phase are that phase. */
function circle(runtime: readonly string[], waitsOf: ReadonlyMap<string, readonly Wait[]>): string {
  const written = runtime.map((name) => waitsOf.get(name)?.[0]?.of ?? name);
  const names = written.filter((name, index) => index === 0 || name !== written[index - 1]);
  const [first = ''] = names;
  if (names.length > 1 && names.at(-1) === first) names.pop();
  if (names.length === 1) return `phase '${first}' waits for itself`;
  names.push(first);
  const shown = names.length > 10 ? [...names.slice(0, 5), '...', ...names.slice(-4)] : names;
  return `phases wait for each other: ${shown.join(' -> ')}`;
}
