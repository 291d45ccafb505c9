import { unmeasured } from '../../budget.ts';
import { computedPattern } from '../../patterns/pattern.ts';
import { QueryError } from '../../query-error.ts';
import { quotedText } from './cells.ts';
import type { PatternTest } from './json-path-shape.ts';
import { truth } from './path-shape.ts';

/** Texts whose truth is kept. A column of names has few different ones. */
const knownMax = 1000;

/**
 * `match` and `search` of RFC 9535 on cells. Another value than a string, and an invalid pattern, match
 * nothing. A pattern that is too large is an error only if a string is there, so the document is evaluated.
 */
export const patternCells: PatternTest = (name, source) => {
  try {
    const pattern = computedPattern(source, unmeasured);
    if (pattern === undefined) return () => truth.no;
    const known = new Map<string, number>();
    return (bytes, start, end) => {
      const text = quotedText(bytes, start, end);
      if (text === undefined) return truth.no;
      const found = known.get(text);
      if (found !== undefined) return found;
      const holds = Number(
        name === 'match' ? pattern.matchesAll(text, unmeasured) : pattern.find(text, unmeasured),
      );
      if (known.size < knownMax) known.set(text, holds);
      return holds;
    };
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
};
