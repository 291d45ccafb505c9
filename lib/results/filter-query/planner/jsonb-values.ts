import { numberOfToken } from '../sql-json-path/decimal.ts';
import { type JsonValue, jsonbText, readJson } from '../sql-json-path/sql-json-path.ts';
import type { RawValues } from './raw-values.ts';

/** Characters that are read and printed between two looks at the clock: some 50 ms of work. */
const batchLength = 1024 * 1024;

/**
 * Values as PostgreSQL prints `jsonb`, which is how SQL/JSON path answers: `, ` between items, `: ` after names, shorter
 * names first, numbers without exponents.
 * @param look is called now and then, and ends it by what it throws.
 */
export function jsonbValues(values: RawValues, look: () => void): RawValues {
  const { count, bytes, hasEscapes } = values;
  const texts = (): readonly string[] => printed(values.texts(), look);
  const first = (): string | undefined => {
    const text = values.first();
    return text === undefined ? undefined : printed([text], look)[0];
  };
  return { count, bytes, hasEscapes, first, texts, array: () => `[${texts().join(', ')}]` };
}

function printed(texts: readonly string[], look: () => void): readonly string[] {
  const all: string[] = [];
  for (let from = 0; from < texts.length; ) {
    look();
    let to = from;
    for (let length = 0; to < texts.length && (to === from || length < batchLength); to += 1)
      length += texts[to].length;
    const batch = texts.slice(from, to);
    for (const text of batch.some(isComposite) ? readAndPrint(batch) : batch.map(printScalar)) all.push(text);
    from = to;
  }
  return all;
}

const isComposite = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/** Read together, objects share their names. */
const readAndPrint = (texts: readonly string[]): readonly string[] =>
  (readJson(`[${texts.join(',')}]`) as readonly JsonValue[]).map((value) => jsonbText(value));

/** Most scalars are written as they are printed; it is quicker to see that than to read them. */
function printScalar(text: string): string {
  if (text.startsWith('"')) return text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text;
  return /^-0|^[-\d].*[eE]/.test(text) ? String(numberOfToken(text)) : text;
}
