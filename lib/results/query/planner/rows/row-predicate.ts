import { lineFeed, shortNumberAt, testNumbers, textAt, textsOf } from '../shape/cells.ts';
import { type CellTest, type Condition, type PairTest, truth } from '../shape/path-shape.ts';

/**
 * Characters of a column that are tested between two checks of the query's deadline. A regular expression
 * takes up to 0.1 ms for each character.
 */
const charactersPerCheck = 4096;
/**
 * Rows that are compared between two checks of the query's deadline, when a condition compares two columns.
 */
const rowsPerCheck = 256;

/**
 * Tests a condition on each row of a group and returns a `truth` for each row. It tests one column after
 * another and combines the results: a few short loops are faster than one loop through the whole condition.
 * @param contentOf the column of a path; undefined for a path without values.
 * @param checkDeadline is called at intervals. It throws to end the test.
 * @throws NeedsEvaluation when a value may be an error of SQL/JSON path.
 */
export function testRows(
  condition: Condition,
  rows: number,
  contentOf: (path: readonly string[]) => Uint8Array | undefined,
  checkDeadline: () => void,
): Uint8Array {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const left = testRows(condition.left, rows, contentOf, checkDeadline);
      const right = testRows(condition.right, rows, contentOf, checkDeadline);
      const decisive = condition.kind === 'or' ? truth.yes : truth.no;
      return left.map((one, row) => joined(one, right[row]!, decisive));
    }
    case 'not':
      return testRows(condition.operand, rows, contentOf, checkDeadline).map((one) =>
        one === truth.unknown ? one : 1 - one,
      );
    case 'isUnknown':
      return testRows(condition.operand, rows, contentOf, checkDeadline).map((one) =>
        Number(one === truth.unknown),
      );
    case 'pair': {
      const [left, right] = [condition.path, condition.other].map(
        (path) => contentOf(path) ?? new Uint8Array(rows).fill(lineFeed),
      );
      return testPairs(condition.test, rows, left!, right!, checkDeadline);
    }
    default:
      return testColumn(condition, rows, contentOf(condition.path), checkDeadline);
  }
}

/**
 * Combines two conditions in three-valued logic.
 * @param decisive the truth of one operand that decides the result: no for `and`, yes for `or`. Otherwise
 * "unknown" decides.
 */
function joined(one: number, other: number, decisive: number): number {
  if (one === decisive || other === decisive) return decisive;
  return one === truth.unknown ? one : other;
}

/**
 * Compares two columns row by row. Most values are short numbers, which compare like their nearest doubles.
 */
function testPairs(
  { less, same, more, ofTexts }: PairTest,
  rows: number,
  lefts: Uint8Array,
  rights: Uint8Array,
  checkDeadline: () => void,
): Uint8Array {
  const truths = new Uint8Array(rows);
  for (let row = 0, at = 0, to = 0; row < rows; row += 1, at += 1, to += 1) {
    if (row % rowsPerCheck === 0) checkDeadline();
    const [start, begin] = [at, to];
    while (lefts[at] !== lineFeed) at += 1;
    while (rights[to] !== lineFeed) to += 1;
    const left = shortNumberAt(lefts, start, at);
    const right = shortNumberAt(rights, begin, to);
    if (left < right) truths[row] = less;
    else if (left > right) truths[row] = more;
    else if (left === right) truths[row] = same;
    else truths[row] = ofTexts(textAt(lefts, start, at), textAt(rights, begin, to));
  }
  return truths;
}

function testColumn(
  condition: Extract<Condition, { kind: 'number' | 'test' }>,
  rows: number,
  content: Uint8Array | undefined,
  checkDeadline: () => void,
): Uint8Array {
  checkDeadline();
  if (condition.kind === 'test') return testCells(condition.test, rows, content, checkDeadline);
  const { test } = condition;
  return content === undefined ? new Uint8Array(rows).fill(test.ofNothing) : testNumbers(content, rows, test);
}

function testCells(
  test: CellTest,
  rows: number,
  content: Uint8Array | undefined,
  checkDeadline: () => void,
): Uint8Array {
  const truths = new Uint8Array(rows);
  if (content === undefined) return truths.fill(test(''));
  let [end, next] = [0, charactersPerCheck];
  for (const [row, text] of textsOf(content).entries()) {
    truths[row] = test(text);
    end += text.length;
    if (end >= next) {
      checkDeadline();
      next = end + charactersPerCheck;
    }
    end += 1;
  }
  return truths;
}
