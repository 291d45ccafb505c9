import type { Work } from '../../budget.ts';
import { computedPattern } from '../../patterns/pattern.ts';
import { QueryError } from '../../query-error.ts';
import { quotedText } from './cells.ts';
import type { PatternTest } from './json-path-shape.ts';
import { truth } from './path-shape.ts';

/** The rows of a column are tested between checks of the deadline, so a test needs no budget of its own. */
const free: Work = { spend: () => {}, checkDeadline: () => {} };

/**
 * `match` and `search` of RFC 9535 on cells. Another value than a string, and an invalid pattern, match
 * nothing. A pattern that is too large is an error only if a string is there, so the document is evaluated.
 */
export const patternCells: PatternTest = (name, source) => {
  try {
    const pattern = computedPattern(source, free);
    return (bytes, start, end) => {
      const text = pattern && quotedText(bytes, start, end);
      if (text === undefined) return truth.no;
      return Number(name === 'match' ? pattern?.matchesAll(text, free) : pattern?.find(text, free));
    };
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
};
