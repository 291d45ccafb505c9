import { posix } from 'node:path';
import type { Source } from './sources.ts';

/**
 * Files that may import each other in a circle, because they are one recursion cut into pages. A circle is named by its
 * files; it may shrink, never grow.
 */
export const recursions: readonly { readonly files: readonly string[]; readonly why: string }[] = [
  {
    files: ['parse-accessors', 'parser'].map((name) => `lib/results/query/sql/grammar/${name}.ts`),
    why: 'an SQL/JSON path holds predicates, which hold expressions, which hold paths',
  },
  {
    files: ['parse-filter', 'parse-path'].map((name) => `lib/results/query/jsonpath/grammar/${name}.ts`),
    why: 'a JSONPath holds filters, which hold paths',
  },
  {
    files: ['condition', 'functions', 'methods'].map(
      (name) => `lib/results/query/jsonpath/evaluation/${name}.ts`,
    ),
    why: 'a condition calls functions, whose arguments are conditions',
  },
  {
    files: ['descent', 'trace'].map((name) => `lib/results/query/jsonpath/evaluation/${name}.ts`),
    why: 'a descent walks on with the rest of the path',
  },
  {
    files: [
      'lib/results/query/planner/rows/number-truth.ts',
      'lib/results/query/planner/rows/written-text.ts',
      'lib/results/query/planner/shape/path-shape.ts',
    ],
    why: 'a path shape holds texts of rows, which hold numbers of path shapes',
  },
  {
    files: ['plan-query', 'plan-table'].map((name) => `lib/results/query/planner/${name}.ts`),
    why: 'a query is planned by a table of plans that plan parts of it',
  },
];

/** Product files that import each other in a circle, type imports included, unless they are listed above. */
export function circles(sources: readonly Source[]): string[] {
  return stronglyConnected(importsOf(sources.filter(({ file }) => /^(lib|functions|bin)\//.test(file))))
    .filter((files) => !recursions.some((allowed) => files.every((file) => allowed.files.includes(file))))
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

/** Tarjan's algorithm: the sets of more than one file in which each reaches each, and files that import themselves. */
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
