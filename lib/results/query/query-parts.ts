import { CompactWriter } from '../json/compact.ts';
import type { Budget } from './budget.ts';
import type { Parsed } from './dialect.ts';
import { Document } from './document.ts';
import type { Item } from './evaluation/evaluation.ts';
import type { Ast } from './jsonpath/grammar/ast.ts';
import { evaluate, rootOf } from './jsonpath/json-path.ts';
import { writeMatches } from './jsonpath/values/write-json.ts';
import { compilePath } from './sql/evaluation/compile.ts';
import {
  evaluate as evaluateSql,
  type JsonValue,
  type SqlJsonPath,
  rootOf as sqlRootOf,
  writeItems,
} from './sql/sql-json-path.ts';

/**
 * Evaluates an expression on parts of an array, one after the other. The simple form of the expression must
 * have `parts`. One part is in memory at a time, or two while the next part is read.
 * @param parts JSON texts of arrays in UTF-8.
 * @param budget of all parts together.
 * @returns JSON text in UTF-8.
 * @throws QueryError
 */
export async function queryParts(
  parsed: Parsed,
  array: boolean,
  parts: AsyncIterable<Uint8Array>,
  budget: Budget,
): Promise<Uint8Array> {
  const { evaluatePart, write } =
    parsed.dialect === 'sql' ? sqlOfParts(parsed.path, budget) : jsonPathOfParts(parsed.ast, budget);
  const written = new CompactWriter();
  for await (const part of parts) {
    budget.checkDeadline();
    const found = evaluatePart(new Document(part));
    budget.hold(found.length);
    if (found.length === 0) continue;
    if (array || written.length === 0) {
      const text = array ? write(found, true).subarray(1, -1) : write(found, false);
      if (array) written.text(written.length === 0 ? '[' : parsed.dialect === 'sql' ? ', ' : ',');
      written.copy(text, 0, text.length);
      budget.fit(written.length + Number(array));
    }
    // SQL/JSON path reads all parts, because a later part may have an error.
    if (!array && parsed.dialect === 'jsonpath') break;
  }
  if (written.length === 0) return Buffer.from(array ? '[]' : 'null');
  if (array) written.text(']');
  return written.bytes;
}

/** How a query language evaluates one part, and how it writes the matches of all parts. */
type OfParts = {
  readonly evaluatePart: (part: Document) => readonly Item[];
  /** Writes JSON text: all matches as an array, or the first match. */
  readonly write: (found: readonly Item[], array: boolean) => Uint8Array;
};

/**
 * Prepares a JSONPath for parts. It leaves out the step to the array, because each part is an array itself.
 */
function jsonPathOfParts({ segments }: Ast, budget: Budget): OfParts {
  const [first] = segments;
  const isMember = first?.kind === 'child' && first.selectors[0]?.kind === 'name';
  const ast = { segments: isMember ? segments.slice(1) : segments };
  return {
    evaluatePart: (part) => evaluate(ast, rootOf(part), budget),
    write: (found, array) => writeMatches(found, array, budget),
  };
}

function sqlOfParts({ mode, root }: SqlJsonPath, budget: Budget): OfParts {
  if (root.kind !== 'path') throw new Error('a bug in Downpour: a predicate cannot be evaluated in parts');
  const [first, ...others] = root.accessors;
  const accessors = first?.kind === 'member' ? others : root.accessors;
  const ast = { mode, root: { ...root, accessors } };
  const path = { ...ast, step: compilePath(ast) };
  return {
    evaluatePart: (part) => evaluateSql(path, sqlRootOf(part), budget),
    write: (found, array) => writeItems(found as JsonValue[], array, budget),
  };
}
