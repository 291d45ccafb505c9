import { isComposite, kind } from '../../run-index/kind.ts';
import type { PathNode, Table } from '../../run-index/run-index.ts';
import type { PathShape } from './path-shape.ts';
import type { ColumnBlocks } from './query-plan.ts';

type Rule = PathShape['rule'];

/** The column of a path below rows; `absent` when no row has a value there; undefined when the index cannot answer. */
export function lookUpColumn(
  table: Table,
  path: readonly string[],
  rule: Rule,
): ColumnBlocks | 'absent' | undefined {
  let node = table.paths;
  for (const name of path) {
    if (!selectsAlike(node, table, rule)) return undefined;
    const member = node.members.find(([one]) => one === name);
    // In strict mode a name that is missing is an error.
    if (member === undefined) return node.isComplete && rule !== 'strict' ? 'absent' : undefined;
    node = member[1];
  }
  if (isComposite(node.kinds) || (rule === 'strict' && node.count !== table.rows)) return undefined;
  return node.column ?? (node.kinds === 0 ? 'absent' : undefined);
}

/**
 * Whether a step to a member from here gives in all rows what RFC 9535 lets it give, which is what a column holds. Lax mode
 * takes arrays apart; to strict mode everything but an object is an error.
 */
function selectsAlike({ kinds, count }: PathNode, { rows }: Table, rule: Rule): boolean {
  if (rule === 'jsonpath') return true;
  return rule === 'lax' ? (kinds & kind.array) === 0 : kinds === kind.object && count === rows;
}
