import type { Budget } from './budget.ts';
import { dialectOf, type Parsed } from './dialect.ts';
import { Document } from './document.ts';
import type { FilterQueryOptions } from './filter-query.ts';
import { evaluate } from './jsonpath/evaluation/evaluate.ts';
import { writeJson } from './jsonpath/values/json-writer.ts';
import { QueryError, resultTooLong } from './query-error.ts';
import { compilePath } from './sql/evaluation/compile.ts';
import { evaluate as evaluateSql, jsonbText, type SqlJsonPath } from './sql/sql-json-path.ts';

/** JSON text, or why there is none. */
export type PartsAnswer = string | { readonly sqlState: string; readonly reason: string };

/**
 * Asks parts of an array, one after the other, what an expression asks of all of it: one whose shape has `parts`. There is
 * one part in memory at a time, or two while one is read.
 * @param parts JSON texts of arrays in UTF-8.
 * @param budget of all of them together.
 * @throws QueryError
 */
export async function askParts(
  text: string,
  { array, common }: FilterQueryOptions,
  parts: AsyncIterable<Uint8Array>,
  budget: Budget,
): Promise<PartsAnswer> {
  const parsed = dialectOf(text, common);
  if ('reason' in parsed) throw new Error('what is no expression has no parts');
  const ask = askerOf(parsed, budget);
  const answer = new PartialAnswer(parsed.dialect === 'sql' ? ', ' : ',', budget);
  try {
    for await (const part of parts) {
      budget.checkDeadline();
      const found = ask(new Document(part));
      if (found.count === 0) continue;
      if (array || answer.isEmpty) answer.add(array ? found.all() : found.first());
      // What comes later may be an error of SQL/JSON path, whatever came before.
      if (!array && parsed.dialect === 'jsonpath') break;
    }
  } catch (fault) {
    if (!(fault instanceof QueryError)) throw fault;
    return { sqlState: fault.sqlState, reason: fault.message };
  }
  return array ? `[${answer.text}]` : answer.isEmpty ? 'null' : answer.text;
}

/** What is found in a part, and its JSON text: of all without brackets, and of the first. */
type Found = { readonly count: number; readonly all: () => string; readonly first: () => string };
type Ask = (document: Document) => Found;

const askerOf = (parsed: Parsed, budget: Budget): Ask =>
  parsed.dialect === 'sql' ? sqlAsker(parsed.path, budget) : jsonPathAsker(parsed.ast, budget);

function jsonPathAsker({ segments }: Extract<Parsed, { dialect: 'jsonpath' }>['ast'], budget: Budget): Ask {
  const [first] = segments;
  const isMember = first?.kind === 'child' && first.selectors[0]?.kind === 'name';
  const ast = { segments: isMember ? segments.slice(1) : segments };
  return ({ exact }) => {
    const matches = evaluate(ast, exact, budget);
    return {
      count: matches.length,
      all: () => writeJson(matches, budget).slice(1, -1),
      first: () => writeJson(matches[0], budget),
    };
  };
}

function sqlAsker({ mode, root }: SqlJsonPath, budget: Budget): Ask {
  if (root.kind !== 'path') throw new Error('what is no path has no parts');
  const [first, ...others] = root.accessors;
  const accessors = first?.kind === 'member' ? others : root.accessors;
  const ast = { mode, root: { ...root, accessors } };
  const path = { ...ast, text: '', step: compilePath(ast) };
  return ({ sql }) => {
    const found = evaluateSql(path, sql, budget);
    for (const _ of found) budget.hold();
    return {
      count: found.length,
      all: () => jsonbText(found, budget).slice(1, -1),
      first: () => jsonbText(found[0] ?? null, budget),
    };
  };
}

/** Texts that become one, within the bound of an answer. */
class PartialAnswer {
  readonly #texts: string[] = [];
  readonly #separator: string;
  readonly #lengthMax: number;
  #length = 2;

  constructor(separator: string, budget: Budget) {
    this.#separator = separator;
    this.#lengthMax = budget.bounds.valueLengthMax;
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  get text(): string {
    return this.#texts.join(this.#separator);
  }

  add(text: string): void {
    this.#length += text.length + (this.isEmpty ? 0 : this.#separator.length);
    if (this.#length > this.#lengthMax) throw resultTooLong(this.#lengthMax);
    this.#texts.push(text);
  }
}
