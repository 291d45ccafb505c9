import { Budget } from '../../budget.ts';
import { compare } from '../../jsonpath/evaluation/comparison.ts';
import { type CellTest, type Condition, type Literal, truth } from '../shape/path-shape.ts';
import { lineFeed } from './column-lines.ts';
import { type NumberTest, numberTruths, truthsOfSigns } from './number-truth.ts';
import { isWrittenAs, textAt } from './written-text.ts';

type Comparison = Extract<Condition, { kind: 'comparison' }>;

/** Bytes of cells between two looks at the clock. A regular expression takes up to 0.1 ms for each of them. */
const lookBytes = 4096;

/**
 * The truth of a condition in each row of a group. It goes down one column after the other and puts the results together,
 * which is a few short loops instead of a long one through all of the condition.
 * @param contentOf the column of a path; undefined for one without values.
 * @param look is called now and then, and ends it by what it throws.
 */
export function rowTruths(
  condition: Condition,
  rows: number,
  contentOf: (path: readonly string[]) => Uint8Array | undefined,
  look: () => void,
): Uint8Array {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const left = rowTruths(condition.left, rows, contentOf, look);
      const right = rowTruths(condition.right, rows, contentOf, look);
      const decisive = condition.kind === 'or' ? truth.yes : truth.no;
      return left.map((one, row) => joined(one, right[row], decisive));
    }
    case 'not':
      return rowTruths(condition.operand, rows, contentOf, look).map((one) =>
        one === truth.unknown ? one : 1 - one,
      );
    case 'isUnknown':
      return rowTruths(condition.operand, rows, contentOf, look).map((one) => Number(one === truth.unknown));
    default:
      return columnTruths(condition, rows, contentOf(condition.path), look);
  }
}

/** Three-valued: the decisive one wins, then "unknown". */
function joined(one: number, other: number, decisive: number): number {
  if (one === decisive || other === decisive) return decisive;
  return one === truth.unknown ? one : other;
}

type Test = Exclude<Condition, { kind: 'and' | 'or' | 'not' | 'isUnknown' }>;

function columnTruths(
  condition: Test,
  rows: number,
  content: Uint8Array | undefined,
  look: () => void,
): Uint8Array {
  look();
  const number = numberTest(condition);
  if (number === undefined) return cellTruths(cellTest(condition), rows, content, look);
  return content === undefined
    ? new Uint8Array(rows).fill(number.ofNothing)
    : numberTruths(content, rows, number);
}

/** Undefined for a condition that compares no numbers. Only numbers are ordered with one; all else is unequal to it. */
function numberTest(condition: Test): NumberTest | undefined {
  if (condition.kind === 'number') return condition.test;
  if (condition.kind !== 'comparison' || typeof condition.literal !== 'number') return undefined;
  const { operator, literal } = condition;
  const otherwise = Number(operator === '!=');
  const others = { ofNull: otherwise, ofOthers: otherwise, ofNothing: otherwise };
  return { literal, ...truthsOfSigns[operator], ...others };
}

function cellTruths(
  test: CellTest,
  rows: number,
  content: Uint8Array | undefined,
  look: () => void,
): Uint8Array {
  const truths = new Uint8Array(rows);
  if (content === undefined) return truths.fill(test(truths, 0, 0));
  for (let row = 0, at = 0, next = lookBytes; row < rows; row += 1, at += 1) {
    const start = at;
    while (content[at] !== lineFeed) at += 1;
    truths[row] = test(content, start, at);
    if (at < next) continue;
    look();
    next = at + lookBytes;
  }
  return truths;
}

function cellTest(condition: Test): CellTest {
  switch (condition.kind) {
    case 'number':
      throw new Error('a comparison with a number has a loop of its own');
    case 'comparison':
      return comparisonTest(condition);
    case 'existence':
      return (_, start, end) => Number(end > start);
    case 'truth':
      return (bytes, start, end) => Number(end > start && Boolean(JSON.parse(textAt(bytes, start, end))));
    case 'test':
      return condition.test;
  }
}

function comparisonTest({ operator, literal }: Comparison): CellTest {
  if (operator !== '==' && operator !== '!=') return slowTest(operator, literal);
  return equalityTest(literal, operator === '==' ? truth.yes : truth.no);
}

function equalityTest(literal: Literal, whenEqual: number): CellTest {
  const isSame = isWrittenAs(literal);
  const otherwise = 1 - whenEqual;
  return (bytes, start, end) => (isSame(bytes, start, end) ? whenEqual : otherwise);
}

/** Scalars spend nothing. */
const free = new Budget(() => 0);

function slowTest(operator: Comparison['operator'], literal: Literal): CellTest {
  return (bytes, start, end) => {
    const value: unknown = end > start ? JSON.parse(textAt(bytes, start, end)) : undefined;
    return Number(compare(operator, value, literal, free));
  };
}
