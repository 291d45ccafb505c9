import type { Budget } from './budget.ts';
import type { Parsed } from './dialect.ts';
import { Document } from './document.ts';
import type { Ast } from './jsonpath/grammar/ast.ts';
import { evaluate, rootOf } from './jsonpath/json-path.ts';
import { writeMatches } from './jsonpath/values/write-json.ts';
import { resultTooLong } from './query-error.ts';
import { compilePath } from './sql/evaluation/compile.ts';
import {
  evaluate as evaluateSql,
  jsonbText,
  type SqlJsonPath,
  rootOf as sqlRootOf,
} from './sql/sql-json-path.ts';

/**
 * Evaluates an expression whose shape has `parts` on parts of an array, one after the other. One part is in
 * memory at a time, or two while the next part is read.
 * @param parts JSON texts of arrays in UTF-8.
 * @param budget of all parts together.
 * @returns JSON text.
 * @throws QueryError
 */
export async function queryParts(
  parsed: Parsed,
  array: boolean,
  parts: AsyncIterable<Uint8Array>,
  budget: Budget,
): Promise<string> {
  const evaluatePart =
    parsed.dialect === 'sql' ? sqlOfParts(parsed.path, budget) : jsonPathOfParts(parsed.ast, budget);
  const separator = parsed.dialect === 'sql' ? ', ' : ',';
  const { valueLengthMax } = budget.bounds;
  const texts: string[] = [];
  // Two brackets; the first text has no separator.
  let length = 2 - separator.length;
  for await (const part of parts) {
    budget.checkDeadline();
    const found = evaluatePart(new Document(part));
    if (found.count === 0) continue;
    if (array || texts.length === 0) {
      const text = array ? found.all() : found.first();
      length += separator.length + text.length;
      if (length > valueLengthMax) throw resultTooLong(valueLengthMax);
      texts.push(text);
    }
    // A later part may have an error of SQL/JSON path, whatever the earlier parts gave.
    if (!array && parsed.dialect === 'jsonpath') break;
  }
  return array ? `[${texts.join(separator)}]` : (texts[0] ?? 'null');
}

/** The matches in a part as JSON text: all of them without brackets, and the first one. */
type Found = { readonly count: number; readonly all: () => string; readonly first: () => string };

/** Leaves out the step to the array's member, because a part is the array itself. */
function jsonPathOfParts({ segments }: Ast, budget: Budget): (part: Document) => Found {
  const [first] = segments;
  const isMember = first?.kind === 'child' && first.selectors[0]?.kind === 'name';
  const ast = { segments: isMember ? segments.slice(1) : segments };
  return (part) => {
    const matches = evaluate(ast, rootOf(part), budget);
    return {
      count: matches.length,
      all: () => writeMatches(matches, true, budget).slice(1, -1),
      first: () => writeMatches(matches, false, budget),
    };
  };
}

function sqlOfParts({ mode, root }: SqlJsonPath, budget: Budget): (part: Document) => Found {
  if (root.kind !== 'path') throw new Error('a predicate cannot be evaluated in parts');
  const [first, ...others] = root.accessors;
  const accessors = first?.kind === 'member' ? others : root.accessors;
  const ast = { mode, root: { ...root, accessors } };
  const path = { ...ast, text: '', step: compilePath(ast) };
  return (part) => {
    const found = evaluateSql(path, sqlRootOf(part), budget);
    for (const _ of found) budget.hold();
    return {
      count: found.length,
      all: () => jsonbText(found, budget).slice(1, -1),
      first: () => jsonbText(found[0] ?? null, budget),
    };
  };
}
