import { unmeasured } from '../../budget.ts';
import { computedPattern } from '../../patterns/pattern.ts';
import { QueryError } from '../../query-error.ts';
import { stringIn } from './cells.ts';
import type { PatternTest } from './json-path-shape.ts';
import { truth } from './path-shape.ts';

/** The most texts whose results are remembered. A column of names has few different texts. */
const knownMax = 1000;

/**
 * Builds `match` and `search` of RFC 9535 for columns. An invalid regular expression matches nothing, and so
 * does one on a value that is not a string. An expression that is too large is an error only if there is a
 * string to match, so the document is evaluated.
 */
export const patternCells: PatternTest = (name, source) => {
  try {
    const pattern = computedPattern(source, unmeasured);
    if (pattern === undefined) return () => truth.no;
    const known = new Map<string, number>();
    return (cell) => {
      const found = known.get(cell);
      if (found !== undefined) return found;
      const text = stringIn(cell);
      if (text === undefined) return truth.no;
      const holds = Number(
        name === 'match' ? pattern.matchesAll(text, unmeasured) : pattern.find(text, unmeasured),
      );
      if (known.size < knownMax) known.set(cell, holds);
      return holds;
    };
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
};
