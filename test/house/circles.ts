import { posix } from 'node:path';
import type { Source } from './sources.ts';

/** Rooms in which files may import each other in a circle, because they are one recursion cut into pages. */
const recursions: readonly { readonly at: string; readonly why: string }[] = [
  {
    at: 'lib/results/query/sql/grammar/',
    why: 'an SQL/JSON path holds predicates, which hold expressions, which hold paths',
  },
  { at: 'lib/results/query/jsonpath/grammar/', why: 'a JSONPath holds filters, which hold paths' },
];

/** A recursion of more pages than this is a knot. */
const filesMax = 3;

/**
 * Product files that import each other in a circle, type imports included, unless they are a small recursion
 * of a room above.
 */
export function circles(sources: readonly Source[]): string[] {
  return stronglyConnected(importsOf(sources.filter(({ file }) => /^(lib|functions|bin)\//.test(file))))
    .filter(
      (files) =>
        files.length > filesMax || !recursions.some(({ at }) => files.every((file) => file.startsWith(at))),
    )
    .map((files) => {
      const [first = ''] = files;
      return `${first}:1 imports itself in a circle of ${files.length} files (${files.join(', ')}); move what they share below them`;
    });
}

function importsOf(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    sources.map(({ file, imports }) => [
      file,
      imports
        .filter(({ specifier, computed }) => !computed && specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(file), specifier)),
    ]),
  );
}

/**
 * Tarjan's algorithm: the sets of more than one file in which each reaches each, and files that import
 * themselves.
 */
function stronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    stack.push(file);
    let lowest = own;
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      const known = order.get(next);
      if (known === undefined) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, known);
    }
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(file)).sort();
      if (circle.length > 1 || graph.get(file)?.includes(file)) found.push(circle);
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
