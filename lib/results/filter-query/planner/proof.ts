import { isComposite, kind } from '../../run-index/kind.ts';
import type { PathNode, Table } from '../../run-index/run-index.ts';
import type { PathShape, Step } from './path-shape.ts';
import type { ColumnBlocks } from './query-plan.ts';

/**
 * Whether a step from values of these kinds selects what RFC 9535 lets it select. Always so under its own rule. Lax mode
 * unwraps arrays before a member and wraps everything else before an element; strict mode takes both for errors.
 */
export function isProven(step: Step, kinds: number, rule: PathShape['rule']): boolean {
  if (rule === 'jsonpath') return true;
  if (step.kind !== 'member') return kinds === kind.array;
  return rule === 'lax' ? (kinds & kind.array) === 0 : kinds === kind.object;
}

/** The column of a path below rows; `absent` when no row has a value there; undefined when the index cannot answer. */
export function lookUpColumn(
  table: Table,
  path: readonly string[],
  rule: PathShape['rule'],
): ColumnBlocks | 'absent' | undefined {
  let node = table.paths;
  for (const name of path) {
    if (!isProvenFor(node, table, rule)) return undefined;
    const member = node.members.find(([one]) => one === name);
    // In strict mode a name that is missing is an error.
    if (member === undefined) return node.isComplete && rule !== 'strict' ? 'absent' : undefined;
    node = member[1];
  }
  if (isComposite(node.kinds) || (rule === 'strict' && node.count !== table.rows)) return undefined;
  return node.column ?? (node.kinds === 0 ? 'absent' : undefined);
}

/** Whether a step to a member from here agrees in all rows. */
function isProvenFor({ kinds, count }: PathNode, { rows }: Table, rule: PathShape['rule']): boolean {
  if (rule === 'strict' && count !== rows) return false;
  return isProven({ kind: 'member', name: '' }, kinds, rule);
}
