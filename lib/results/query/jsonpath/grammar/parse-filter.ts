import {
  type Arithmetic,
  type Base,
  type Comparison,
  type Expression,
  type FunctionName,
  functionArguments,
  type MethodName,
  methodArguments,
  type Query,
  type Segment,
  type Selector,
} from './ast.ts';
import { parseNumber, parsePattern, parseString } from './literal.ts';
import { parseSegments } from './parse-path.ts';
import type { Scanner } from './scanner.ts';
import { asArgument, asCondition, asOperand } from './typing.ts';

/** The condition after `?`. Parentheses around all of it choose jsonpath-plus's meaning of a bare path. */
export function parseFilter(scanner: Scanner, at: number): Selector {
  scanner.blank();
  const condition = asCondition(scanner, parseOr(scanner));
  return { kind: 'filter', condition, truth: condition.kind === 'group' ? 'value' : 'exists', at };
}

/** `(...)` in place of a selector: the name or index that an expression computes from the current value. */
export function parseScript(scanner: Scanner, at: number): Selector {
  const group = parseGroup(scanner);
  return { kind: 'script', value: asOperand(scanner, group), at };
}

function parseOr(scanner: Scanner): Expression {
  return parseLogical(scanner, '||', 'or', (inner) => parseLogical(inner, '&&', 'and', parseComparison));
}

function parseLogical(
  scanner: Scanner,
  operator: '&&' | '||',
  kind: 'and' | 'or',
  parse: (scanner: Scanner) => Expression,
): Expression {
  let left = parse(scanner);
  while (scanner.afterBlank(() => scanner.takes(operator) || undefined)) {
    const at = scanner.at - operator.length;
    scanner.node();
    scanner.blank();
    const right = asCondition(scanner, parse(scanner));
    left = { kind, left: asCondition(scanner, left), right, at };
  }
  return left;
}

/** The longer spelling first. `===` and `!==` are JavaScript's; values are compared as RFC 9535 says in any spelling. */
const comparisons: readonly (readonly [string, Comparison])[] = [
  ['===', '=='],
  ['!==', '!='],
  ['==', '=='],
  ['!=', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['<', '<'],
  ['>', '>'],
];

function parseComparison(scanner: Scanner): Expression {
  const left = parseSum(scanner);
  const found = scanner.afterBlank(() => comparisons.find(([spelling]) => scanner.takes(spelling)));
  if (found === undefined) {
    scanner.afterBlank(() => (scanner.sees('=') ? scanner.fail('"==" to compare') : undefined));
    return left;
  }
  const [spelling, operator] = found;
  const at = scanner.at - spelling.length;
  scanner.node();
  scanner.blank();
  return {
    kind: 'comparison',
    operator,
    left: asOperand(scanner, left),
    right: asOperand(scanner, parseSum(scanner)),
    at,
  };
}

const parseSum = (scanner: Scanner): Expression => parseArithmetic(scanner, ['+', '-'], parseProduct);
const parseProduct = (scanner: Scanner): Expression => parseArithmetic(scanner, ['*', '/', '%'], parseUnary);

function parseArithmetic(
  scanner: Scanner,
  operators: readonly Arithmetic[],
  parse: (scanner: Scanner) => Expression,
): Expression {
  let left = parse(scanner);
  for (;;) {
    const operator = scanner.afterBlank(() => operators.find((one) => scanner.takes(one)));
    if (operator === undefined) return left;
    const at = scanner.at - 1;
    scanner.node();
    scanner.blank();
    left = {
      kind: 'arithmetic',
      operator,
      left: asOperand(scanner, left),
      right: asOperand(scanner, parse(scanner)),
      at,
    };
  }
}

function parseUnary(scanner: Scanner): Expression {
  const { at } = scanner;
  scanner.node();
  if (scanner.takes('!')) {
    scanner.blank();
    return {
      kind: 'not',
      operand: asCondition(
        scanner,
        scanner.nested(() => parseUnary(scanner)),
      ),
      at,
    };
  }
  if (scanner.match(/-(?=[@$(])/y)) {
    return {
      kind: 'negative',
      operand: asOperand(
        scanner,
        scanner.nested(() => parseUnary(scanner)),
      ),
      at,
    };
  }
  if (scanner.match(/typeof(?=[\s(])/y)) {
    scanner.blank();
    return {
      kind: 'typeof',
      operand: asOperand(
        scanner,
        scanner.nested(() => parseUnary(scanner)),
      ),
      at,
    };
  }
  return parseMethods(scanner, parsePrimary(scanner));
}

function parsePrimary(scanner: Scanner): Expression {
  const { at, next } = scanner;
  if (next === '(') return parseGroup(scanner);
  if (next === "'" || next === '"') return { kind: 'literal', value: parseString(scanner), at };
  if (next === '/') return { kind: 'pattern', ...parsePattern(scanner), at };
  if (next === '@' || next === '$') return parseQuery(scanner);
  const number = parseNumber(scanner);
  if (number !== undefined) return { kind: 'literal', value: number, at };
  return parseWord(scanner);
}

function parseGroup(scanner: Scanner): Expression {
  const { at } = scanner;
  scanner.expect('(');
  scanner.blank();
  const operand = scanner.nested(() => parseOr(scanner));
  scanner.blank();
  scanner.expect(')', 'an operator or ")"');
  return { kind: 'group', operand, at };
}

/** Words of jsonpath-plus after `@`. */
const bases: Readonly<Record<string, Base>> = {
  root: 'root',
  property: 'property',
  parent: 'parent',
  parentProperty: 'parentProperty',
  path: 'path',
};

function parseQuery(scanner: Scanner): Query {
  const { at } = scanner;
  const base = scanner.takes('$') ? 'root' : parseCurrent(scanner);
  const segments = parseSegments(scanner, 'filter');
  return { kind: 'query', base, segments, isSingular: segments.every(isSingular), at };
}

function parseCurrent(scanner: Scanner): Base {
  const { at } = scanner;
  scanner.expect('@');
  const word = scanner.match(/[A-Za-z]\w*/y);
  if (word === undefined) return 'current';
  const base = Object.hasOwn(bases, word) ? bases[word] : undefined;
  return (
    base ??
    scanner.fail(
      `"@" or one of ${Object.keys(bases)
        .map((one) => `@${one}`)
        .join(', ')}`,
      at,
    )
  );
}

function isSingular({ kind, ...rest }: Segment): boolean {
  if (kind !== 'child' || !('selectors' in rest)) return false;
  const [only, ...more] = rest.selectors;
  return more.length === 0 && (only?.kind === 'name' || only?.kind === 'index');
}

const literals: Readonly<Record<string, string | number | boolean | null>> = {
  true: true,
  false: false,
  null: null,
};

function parseWord(scanner: Scanner): Expression {
  const { at } = scanner;
  const word = scanner.match(/[A-Za-z_]\w*/y) ?? '';
  if (word === 'undefined') return { kind: 'nothing', at };
  const literal = Object.hasOwn(literals, word) ? literals[word] : undefined;
  if (literal !== undefined) return { kind: 'literal', value: literal, at };
  if (Object.hasOwn(functionArguments, word) && scanner.sees('('))
    return parseCall(scanner, word as FunctionName, at);
  const calls = Object.keys(functionArguments).map((one) => `${one}()`);
  return scanner.fail(`a path ("@" or "$"), a literal, "(", "!" or one of ${calls.join(', ')}`, at);
}

function parseCall(scanner: Scanner, name: FunctionName, at: number): Expression {
  const given = parseArguments(scanner, functionArguments[name], `${name}()`);
  return { kind: 'function', name, arguments: given.map((one) => asArgument(scanner, name, one)), at };
}

/** `.name(...)` any number of times. A path has left these to us: its own names are not followed by parentheses. */
function parseMethods(scanner: Scanner, target: Expression): Expression {
  const { at } = scanner;
  if (!scanner.takes('.')) return target;
  const name = scanner.match(/[A-Za-z]+/y) ?? '';
  if (!Object.hasOwn(methodArguments, name))
    scanner.fail(`one of the methods ${Object.keys(methodArguments).join(', ')}`, at + 1);
  scanner.blank();
  scanner.node();
  const given = parseArguments(scanner, methodArguments[name as MethodName], `.${name}()`);
  const isText = target.kind === 'pattern' ? target : asOperand(scanner, target);
  const list = given.map((one) => (one.kind === 'pattern' ? one : asOperand(scanner, one)));
  return parseMethods(scanner, {
    kind: 'method',
    name: name as MethodName,
    target: isText,
    arguments: list,
    at,
  });
}

function parseArguments(scanner: Scanner, count: number, of: string): readonly Expression[] {
  const given: Expression[] = [];
  scanner.expect('(');
  scanner.blank();
  while (!scanner.sees(')')) {
    if (given.length > 0) {
      scanner.expect(',', '"," or ")"');
      scanner.blank();
    }
    if (given.length === count)
      scanner.fail(`")", for ${of} takes ${count} argument${count === 1 ? '' : 's'}`);
    given.push(scanner.nested(() => parseOr(scanner)));
    scanner.blank();
  }
  if (given.length < count)
    scanner.fail(`${count - given.length} more argument${count - given.length === 1 ? '' : 's'} of ${of}`);
  scanner.expect(')');
  return given;
}
