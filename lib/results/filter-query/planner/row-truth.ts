import { Budget } from '../budget.ts';
import { compare } from '../comparison.ts';
import { lineFeed } from './column-lines.ts';
import { type NumberTruths, numberTruths } from './number-truth.ts';
import type { Condition, Literal } from './path-shape.ts';

type Comparison = Extract<Condition, { kind: 'comparison' }>;

/** Truth of a condition in a row. Unknown is SQL's; only a `test` gives it. */
export const truth = { no: 0, yes: 1, unknown: 2 } as const;

/** Asks for the cell between two places; for an empty one they are the same. */
type CellTest = (bytes: Uint8Array, start: number, end: number) => number;

/**
 * The truth of a condition in each row of a group. It goes down one column after the other and puts the results together,
 * which is a few short loops instead of a long one through all of the condition.
 * @param contentOf the column of a path; undefined for one without values.
 */
export function rowTruths(
  condition: Condition,
  rows: number,
  contentOf: (path: readonly string[]) => Uint8Array | undefined,
): Uint8Array {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const left = rowTruths(condition.left, rows, contentOf);
      const right = rowTruths(condition.right, rows, contentOf);
      const decisive = condition.kind === 'or' ? truth.yes : truth.no;
      return left.map((one, row) => joined(one, right[row], decisive));
    }
    case 'not':
      return rowTruths(condition.operand, rows, contentOf).map((one) =>
        one === truth.unknown ? one : 1 - one,
      );
    default:
      return columnTruths(condition, rows, contentOf(condition.path));
  }
}

/** Three-valued: the decisive one wins, then "unknown". */
function joined(one: number, other: number, decisive: number): number {
  if (one === decisive || other === decisive) return decisive;
  return one === truth.unknown ? one : other;
}

type Test = Exclude<Condition, { kind: 'and' | 'or' | 'not' }>;

function columnTruths(condition: Test, rows: number, content: Uint8Array | undefined): Uint8Array {
  if (condition.kind === 'comparison' && typeof condition.literal === 'number') {
    const truths = whenNumbers[condition.operator];
    if (content === undefined) return new Uint8Array(rows).fill(truths.otherwise);
    return numberTruths(content, rows, condition.literal, truths);
  }
  const [test, truths] = [cellTest(condition), new Uint8Array(rows)];
  if (content === undefined) return truths.fill(test(truths, 0, 0));
  for (let row = 0, at = 0; row < rows; row += 1, at += 1) {
    const start = at;
    while (content[at] !== lineFeed) at += 1;
    truths[row] = test(content, start, at);
  }
  return truths;
}

/** Only numbers are ordered with a number; all else, and nothing at all, is unequal to it. */
const whenNumbers: Readonly<Record<Comparison['operator'], NumberTruths>> = {
  '==': { less: 0, same: 1, more: 0, otherwise: 0 },
  '!=': { less: 1, same: 0, more: 1, otherwise: 1 },
  '<': { less: 1, same: 0, more: 0, otherwise: 0 },
  '<=': { less: 1, same: 1, more: 0, otherwise: 0 },
  '>': { less: 0, same: 0, more: 1, otherwise: 0 },
  '>=': { less: 0, same: 1, more: 1, otherwise: 0 },
};

function cellTest(condition: Test): CellTest {
  switch (condition.kind) {
    case 'comparison':
      return comparisonTest(condition);
    case 'existence':
      return (_, start, end) => Number(end > start);
    case 'truth':
      return (bytes, start, end) => Number(end > start && Boolean(JSON.parse(textAt(bytes, start, end))));
    case 'test':
      return (bytes, start, end) => {
        const result = condition.test(textAt(bytes, start, end));
        return result === undefined ? truth.unknown : Number(result);
      };
  }
}

const textAt = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');

function comparisonTest({ operator, literal }: Comparison): CellTest {
  if (operator !== '==' && operator !== '!=') return slowTest(operator, literal);
  return equalityTest(literal, operator === '==' ? truth.yes : truth.no);
}

/** Most strings are written as JSON.stringify writes them; only an escape makes it necessary to read one. */
function equalityTest(literal: Literal, whenEqual: number): CellTest {
  const written = new TextEncoder().encode(JSON.stringify(literal));
  const otherwise = 1 - whenEqual;
  return (bytes, start, end) => {
    let isSame = end - start === written.length;
    for (let at = start; at < end; at += 1) {
      if (bytes[at] === 0x5c)
        return JSON.parse(textAt(bytes, start, end)) === literal ? whenEqual : otherwise;
      if (isSame && bytes[at] !== written[at - start]) isSame = false;
    }
    return isSame ? whenEqual : otherwise;
  };
}

/** Scalars spend nothing. */
const free = new Budget(() => 0);

function slowTest(operator: Comparison['operator'], literal: Literal): CellTest {
  return (bytes, start, end) => {
    const value: unknown = end > start ? JSON.parse(textAt(bytes, start, end)) : undefined;
    return Number(compare(operator, value, literal, free));
  };
}
