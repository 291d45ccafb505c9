import { isComposite, kind } from '../../../json/kind.ts';
import type { Table } from '../../../run-index/run-index.ts';
import type { ColumnBlocks } from '../query-plan.ts';
import type { PathShape } from '../shape/path-shape.ts';

/**
 * The column of a path below rows; `absent` when no row has a value there; undefined when the index cannot answer. A
 * column holds what RFC 9535 selects. Lax mode takes arrays apart, so there must be none; in strict mode what is missing is
 * an error, so a value must be at the path in all rows.
 */
export function lookUpColumn(
  table: Table,
  path: readonly string[],
  rule: PathShape['rule'],
): ColumnBlocks | 'absent' | undefined {
  let node = table.paths;
  for (const name of path) {
    if (rule === 'lax' && (node.kinds & kind.array) !== 0) return undefined;
    const member = node.members.find(([one]) => one === name);
    if (member === undefined) return node.isComplete && rule !== 'strict' ? 'absent' : undefined;
    node = member[1];
  }
  if (isComposite(node.kinds) || (rule === 'strict' && node.count !== table.rows)) return undefined;
  return node.column ?? (node.kinds === 0 ? 'absent' : undefined);
}
