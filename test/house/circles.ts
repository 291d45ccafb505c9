import { posix } from 'node:path';
import type { Source } from './sources.ts';

/**
 * Rooms in which files may import each other in a circle, because their functions call each other
 * recursively.
 */
const recursions: readonly { readonly at: string; readonly why: string }[] = [
  {
    at: 'lib/results/query/sql/grammar/',
    why: 'an SQL/JSON path holds predicates, which hold expressions, which hold paths',
  },
  { at: 'lib/results/query/jsonpath/grammar/', why: 'a JSONPath holds filters, which hold paths' },
];

/** The most files of an allowed circle. A larger circle is reported, even in the rooms above. */
const filesMax = 3;

/**
 * Product files that import each other in a circle, type imports included. Circles of at most `filesMax`
 * files inside the folders listed above are permitted.
 */
export function circles(sources: readonly Source[]): string[] {
  return stronglyConnected(importsOf(sources.filter(({ file }) => isProduct(file))))
    .filter(
      (files) =>
        files.length > filesMax || !recursions.some(({ at }) => files.every((file) => file.startsWith(at))),
    )
    .map((files) => {
      const [first = ''] = files;
      return `${first}:1 imports itself in a circle of ${files.length} files (${files.join(', ')}); move what they share below them`;
    });
}

/**
 * A known circle of imports among the children of one folder. A listed circle that no longer exists is an
 * error, so the list can only become shorter.
 */
export type Knot = { readonly at: string; readonly children: readonly string[] };

export const knots: readonly Knot[] = [];

/**
 * Children of one folder (folders and single files) that import each other in a circle, type imports
 * included. Without such circles, the children have an order, and a reader can begin with the lowest.
 * `circles` finds circles of single files.
 */
export function folderCircles(sources: readonly Source[], listed: readonly Knot[] = knots): string[] {
  const imports = importsOf(sources.filter(({ file }) => isProduct(file)));
  const found = [...foldersOf(imports)].flatMap((at) =>
    stronglyConnected(childrenOf(imports, at))
      .filter((children) => children.some((child) => !child.endsWith('.ts')))
      .map((children): Knot => ({ at, children })),
  );
  const mended = listed.filter((knot) => !found.some((each) => isSame(each, knot)));
  return [
    ...found
      .filter((each) => !listed.some((knot) => isSame(each, knot)))
      .map(({ at, children }) => {
        const where = at === '' ? 'the top' : at;
        return `${where}:1 holds a circle of ${children.join(', ')} (${crossing(imports, at, children)}); move what they share below them`;
      }),
    ...mended.map(
      ({ at, children }) =>
        `test/house/circles.ts:1 lists a circle of ${children.join(', ')} in ${at} that is none any more; correct the list`,
    ),
  ];
}

const isSame = (one: Knot, other: Knot): boolean =>
  one.at === other.at && one.children.join() === other.children.join();

/** All folders that contain a file, directly or not. `''` is the root. */
function foldersOf(imports: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const folders = new Set(['']);
  for (const file of imports.keys())
    for (let at = posix.dirname(file); at !== '.'; at = posix.dirname(at)) folders.add(at);
  return folders;
}

/**
 * The file or folder directly in the folder `at` to which a file belongs. Undefined for a file outside of
 * that folder.
 */
function childOf(at: string, file: string): string | undefined {
  if (at === '') return file.split('/')[0];
  return file.startsWith(`${at}/`) ? file.slice(at.length + 1).split('/')[0] : undefined;
}

function childrenOf(
  imports: ReadonlyMap<string, readonly string[]>,
  at: string,
): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    const child = childOf(at, file);
    if (child === undefined) continue;
    const needs = graph.get(child) ?? [];
    graph.set(child, needs);
    for (const target of targets) {
      const other = childOf(at, target);
      if (other !== undefined && other !== child) needs.push(other);
    }
  }
  return graph;
}

/** An import for each pair of children in a circle, so that a reader sees which imports to remove. */
function crossing(
  imports: ReadonlyMap<string, readonly string[]>,
  at: string,
  children: readonly string[],
): string {
  const pairs = new Map<string, string>();
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [childOf(at, file) ?? '', childOf(at, target) ?? ''];
      if (from === to || !children.includes(from) || !children.includes(to)) continue;
      if (!pairs.has(`${from} ${to}`)) pairs.set(`${from} ${to}`, `${file} imports ${target}`);
    }
  return [...pairs.values()].join(', ');
}

const isProduct = (file: string): boolean => /^(lib|functions|bin)\//.test(file);

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
 * Tarjan's algorithm: the sets of several files that all reach each other by imports, and files that import
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
