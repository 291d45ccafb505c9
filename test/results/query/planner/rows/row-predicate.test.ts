/**
 * A condition that is evaluated on the rows of a table gives the same result for each row as an evaluation of
 * the row alone, also for missing values and values of other kinds.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Budget } from '../../../../../lib/results/query/budget.ts';
import { compare } from '../../../../../lib/results/query/jsonpath/evaluation/comparison.ts';
import type { Ast } from '../../../../../lib/results/query/jsonpath/grammar/ast.ts';
import { parsePath } from '../../../../../lib/results/query/jsonpath/grammar/parse-path.ts';
import { testRows } from '../../../../../lib/results/query/planner/rows/row-predicate.ts';
import {
  existenceTest,
  isWrittenAs,
  NeedsEvaluation,
} from '../../../../../lib/results/query/planner/shape/cells.ts';
import {
  comparisonWith,
  isTruthy,
} from '../../../../../lib/results/query/planner/shape/json-path-cell-tests.ts';
import { jsonPathShape } from '../../../../../lib/results/query/planner/shape/json-path-shape.ts';
import type { CellTest, Condition } from '../../../../../lib/results/query/planner/shape/path-shape.ts';
import { truth } from '../../../../../lib/results/query/planner/shape/path-shape.ts';
import {
  numberTest,
  pairTest,
  scalarTest,
  stringTest,
} from '../../../../../lib/results/query/planner/shape/sql-cell-tests.ts';
import type { JsonNumber } from '../../../../../lib/results/query/sql/values/decimal.ts';
import { numberOfToken } from '../../../../../lib/results/query/sql/values/decimal.ts';

const { no, yes, unknown } = truth;
const operators = ['==', '!=', '<', '<=', '>', '>='] as const;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const contentOf = (cells: readonly string[]): Uint8Array => utf8(cells.map((one) => `${one}\n`).join(''));

function truthsOf(condition: Condition, cells: readonly string[] | undefined, rows = cells?.length ?? 3) {
  const content = cells && contentOf(cells);
  return [
    ...testRows(
      condition,
      rows,
      () => content,
      () => {},
    ),
  ];
}

/** Cells of every kind: neighbouring values in rising order, and the same values in other spellings. */
const cells = [
  '',
  'null',
  'true',
  'false',
  '""',
  '"a"',
  '"\\u0061"',
  '"b"',
  '"ab"',
  '"\\""',
  '"true"',
  '"1"',
  '0',
  '-0',
  '0.0',
  '1',
  '1.0',
  '10e-1',
  '-1',
  '-1.5',
  '0.1',
  '0.10',
  '2',
  '999999999999999',
  '1000000000000000',
  '9007199254740992',
  '9007199254740993',
  '0.30000000000000004',
  '0.3',
  '1e400',
  '-1e400',
  '123456789012345678901234567890',
  '0.123456789012345',
  '12345678901234.5',
  '1234567890123456.5',
] as const;
const literals = [
  null,
  true,
  false,
  '',
  'a',
  'b',
  'ab',
  '"',
  'true',
  '1',
  0,
  1,
  -1,
  0.1,
  0.3,
  2,
  1e15,
  2 ** 53,
];

test('JSONPath compares any cell with any literal', () => {
  for (const literal of literals)
    for (const operator of operators) {
      const wanted = cells.map((cell) => {
        const value: unknown = cell === '' ? undefined : JSON.parse(cell);
        return Number(compare(operator, value, literal, new Budget(() => 0)));
      });
      const condition = comparisonWith([], operator, literal);
      assert.deepEqual(truthsOf(condition, cells), wanted, `${operator} ${JSON.stringify(literal)}`);
      const absent = Number(compare(operator, undefined, literal, new Budget(() => 0)));
      assert.deepEqual(truthsOf(condition, undefined), [absent, absent, absent]);
    }
});

/** Tests a condition about the members `a` and `b` on all pairs of cells. */
function truthsOfPairs(condition: Condition): readonly number[] {
  const columns = {
    '["a"]': contentOf(cells.flatMap((cell) => cells.map(() => cell))),
    '["b"]': contentOf(cells.flatMap(() => cells)),
  };
  const column = (path: readonly string[]) => columns[JSON.stringify(path) as keyof typeof columns];
  return [...testRows(condition, cells.length ** 2, column, () => {})];
}

test('JSONPath compares any cell with any other cell of its row', () => {
  for (const operator of operators) {
    const [step] = jsonPathShape(parsePath(`$[?@.a ${operator} @.b]`).ast as Ast).steps ?? [];
    assert.ok(step?.kind === 'filter' && step.condition.kind === 'pair');
    const values = cells.map((cell): unknown => (cell === '' ? undefined : JSON.parse(cell)));
    const wanted = values.flatMap((one) =>
      values.map((other) => Number(compare(operator, one, other, new Budget(() => 0)))),
    );
    assert.deepEqual(truthsOfPairs(step.condition), wanted, operator);
    const absent = Number(compare(operator, undefined, undefined, new Budget(() => 0)));
    assert.deepEqual(truthsOf(step.condition, undefined), [absent, absent, absent]);
  }
});

test('SQL/JSON path compares any cell with any other cell of its row', () => {
  const kindOf = (cell: string): string => (/^[-\d]/.test(cell) ? 'number' : typeof JSON.parse(cell));
  for (const operator of operators)
    for (const ofNothing of [no, unknown]) {
      const wanted = cells.flatMap((one) =>
        cells.map((other) => {
          if (one === '' || other === '') return ofNothing;
          if (one === 'null' || other === 'null') return says(operator, one === other ? 0 : Number.NaN);
          if (kindOf(one) !== kindOf(other)) return unknown;
          if (kindOf(one) === 'number') return says(operator, signOf(one, other));
          const [left, right] = [JSON.parse(one), JSON.parse(other)];
          return says(operator, left < right ? -1 : Number(left > right));
        }),
      );
      const condition = {
        kind: 'pair',
        path: ['a'],
        other: ['b'],
        test: pairTest(operator, ofNothing),
      } as const;
      assert.deepEqual(truthsOfPairs(condition), wanted, operator);
    }
});

test('existence and JavaScript truth', () => {
  const [existence, truthOf] = [existenceTest(no), isTruthy].map(
    (test): Condition => ({ kind: 'test', path: [], test }),
  );
  assert.deepEqual(
    truthsOf(existence!, cells),
    cells.map((cell) => Number(cell !== '')),
  );
  assert.deepEqual(
    truthsOf(truthOf!, cells),
    cells.map((cell) => Number(cell !== '' && Boolean(JSON.parse(cell)))),
  );
  assert.deepEqual(truthsOf(existence!, undefined), [0, 0, 0]);
  assert.deepEqual(truthsOf(truthOf!, undefined), [0, 0, 0]);
});

/** Compares two numbers exactly, as fractions of big integers. */
function signOf(one: string, other: string): number {
  const parts = (token: string): { digits: bigint; exponent: number } => {
    const [, sign = '', whole = '', part = '', exponent = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(token) ?? assert.fail(token);
    return { digits: BigInt(`${sign}${whole}${part}`), exponent: Number(exponent) - part.length };
  };
  const [a, b] = [parts(one), parts(other)];
  const least = Math.min(a.exponent, b.exponent);
  const [x, y] = [a, b].map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - least));
  assert.ok(x !== undefined && y !== undefined);
  return x < y ? -1 : x > y ? 1 : 0;
}

const says = (operator: (typeof operators)[number], sign: number): number =>
  Number(
    {
      '==': sign === 0,
      '!=': sign !== 0,
      '<': sign < 0,
      '<=': sign <= 0,
      '>': sign > 0,
      '>=': sign >= 0,
    }[operator],
  );

const numbersOfSql = [
  '0',
  '1',
  '-1',
  '0.1',
  '0.3',
  '9007199254740993',
  '999999999999999',
  '0.30000000000000004',
];
const longer = ['1000000000000000', '123456789012345678901234567890', '1234567890123456.5', '1e400', '2'];

test('SQL/JSON path compares numbers digit by digit; null is only unequal and other kinds are unknown', () => {
  for (const token of [...numbersOfSql, ...longer])
    for (const operator of operators)
      for (const ofNothing of [no, unknown]) {
        const test = numberTest(operator, numberOfToken(token), ofNothing);
        const condition: Condition = { kind: 'number', path: [], test };
        const wanted = cells.map((cell) => {
          if (cell === '') return ofNothing;
          if (cell === 'null') return Number(operator === '!=');
          return /^[-\d]/.test(cell) ? says(operator, signOf(cell, token)) : unknown;
        });
        assert.deepEqual(truthsOf(condition, cells), wanted, `${operator} ${token}`);
        assert.deepEqual(truthsOf(condition, undefined), [ofNothing, ofNothing, ofNothing]);
      }
});

test('a number outside of the bounds of numeric is for an evaluation, when its double does not decide', () => {
  const test = (token: string): number[] =>
    truthsOf({ kind: 'number', path: [], test: numberTest('<', numberOfToken('0'), no) }, [token]);
  assert.deepEqual(test('1e999999'), [no]);
  assert.throws(() => test('1e-20000'), NeedsEvaluation);
  assert.throws(() => test('1e-20000'), { name: 'NeedsEvaluation', message: /cannot tell/ });
});

test('random numbers near one another', () => {
  const digits = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'019'), minLength: 1, maxLength });
  const token = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('0', '1', '9', '10', '999999999999999'),
      digits(18),
      fc.boolean(),
    )
    .map(([sign, whole, part, hasPart]) => `${sign}${whole}${hasPart ? `.${part}` : ''}`);
  fc.assert(
    fc.property(token, fc.array(token), fc.constantFrom(...operators), (literal, tokens, operator) => {
      const test = numberTest(operator, numberOfToken(literal) as JsonNumber, no);
      assert.deepEqual(
        truthsOf({ kind: 'number', path: [], test }, tokens),
        tokens.map((one) => says(operator, signOf(one, literal))),
      );
    }),
    { numRuns: 1000 },
  );
});

function scalarTruth(
  operator: (typeof operators)[number],
  cell: string,
  literal: null | boolean | string,
): number {
  if (cell === '') return unknown;
  const value: unknown = JSON.parse(cell);
  if (value === null || literal === null)
    return value === literal ? says(operator, 0) : Number(operator === '!=');
  if (typeof value !== typeof literal) return unknown;
  return says(operator, value === literal ? 0 : (value as string | boolean) < literal ? -1 : 1);
}

test('SQL/JSON path compares null, booleans and texts with their kind only', () => {
  for (const literal of [null, true, false, '', 'a', 'ab', '"', 'b'])
    for (const operator of operators) {
      const condition: Condition = { kind: 'test', path: [], test: scalarTest(operator, literal, unknown) };
      assert.deepEqual(
        truthsOf(condition, cells),
        cells.map((cell) => scalarTruth(operator, cell, literal)),
        `${operator} ${literal}`,
      );
    }
});

test('existence and tests of strings', () => {
  for (const ofNothing of [no, unknown]) {
    const exists: Condition = { kind: 'test', path: [], test: existenceTest(ofNothing) };
    assert.deepEqual(
      truthsOf(exists, cells),
      cells.map((cell) => (cell === '' ? ofNothing : yes)),
    );
    const isA: Condition = {
      kind: 'test',
      path: [],
      test: stringTest((text) => text.startsWith('a'), ofNothing),
    };
    assert.deepEqual(
      truthsOf(isA, cells),
      cells.map((cell) => {
        if (cell === '') return ofNothing;
        return cell.startsWith('"') ? Number((JSON.parse(cell) as string).startsWith('a')) : unknown;
      }),
    );
    assert.deepEqual(truthsOf(isA, undefined), [ofNothing, ofNothing, ofNothing]);
  }
});

test('a cell is a literal when it says the same', () => {
  for (const literal of [null, true, '', 'a', 'b', '"', 'true'])
    for (const cell of cells) {
      const isSame = cell !== '' && JSON.parse(cell) === literal;
      assert.equal(isWrittenAs(literal)(cell), isSame, `${cell} is ${literal}`);
    }
});

/** A test whose result is the digit in the cell: 0, 1 or 2. */
const named: CellTest = (text) => Number(text);

test('conditions are put together by three-valued logic', () => {
  const all = [no, yes, unknown];
  const left: Condition = { kind: 'test', path: ['left'], test: named };
  const right: Condition = { kind: 'test', path: ['right'], test: named };
  const pairs = all.flatMap((one) => all.map((other) => [one, other] as const));
  const content = (path: readonly string[]): Uint8Array =>
    contentOf(pairs.map(([one, other]) => String(path[0] === 'left' ? one : other)));
  const run = (condition: Condition): readonly number[] => [...testRows(condition, 9, content, () => {})];
  const wantedOf = (decisive: number) =>
    pairs.map(([one, other]) => {
      if (one === decisive || other === decisive) return decisive;
      return one === unknown || other === unknown ? unknown : 1 - decisive;
    });
  assert.deepEqual(run({ kind: 'and', left, right }), wantedOf(no));
  assert.deepEqual(run({ kind: 'or', left, right }), wantedOf(yes));
  assert.deepEqual(
    run({ kind: 'not', operand: left }),
    pairs.map(([one]) => (one === unknown ? unknown : 1 - one)),
  );
  assert.deepEqual(
    run({ kind: 'isUnknown', operand: right }),
    pairs.map(([, other]) => Number(other === unknown)),
  );
});

test('the deadline is checked before each column and after each 4096 bytes of cells', () => {
  const asked: CellTest = () => yes;
  const count = (condition: Condition, cells: readonly string[] | undefined): number => {
    let checks = 0;
    const content = cells && contentOf(cells);
    testRows(
      condition,
      cells?.length ?? 5,
      () => content,
      () => {
        checks += 1;
      },
    );
    return checks;
  };
  const condition: Condition = { kind: 'test', path: [], test: asked };
  assert.equal(count(condition, undefined), 1);
  assert.equal(count(condition, ['1', '2']), 1);
  assert.equal(count(condition, ['x'.repeat(4095)]), 1);
  assert.equal(count(condition, ['x'.repeat(4096)]), 2);
  assert.equal(count(condition, ['x'.repeat(4096), 'x'.repeat(4094)]), 2);
  assert.equal(count(condition, ['x'.repeat(4096), 'x'.repeat(4095)]), 3);
  assert.equal(count({ kind: 'and', left: condition, right: condition }, ['1']), 2);
});
