import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isTypeNode } from 'typescript/unstable/ast/is';

/** A small change of one place of one file. */
export type Mutant = {
  /** The path of the file from the root, with slashes. */
  readonly file: string;
  /** The number of the line, counted from 1. */
  readonly line: number;
  /** The offset of the change in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly operator: Operator;
  readonly before: string;
  readonly after: string;
  /** The line in which the mutant begins, without indentation. */
  readonly text: string;
};

export type Operator =
  | 'boundary'
  | 'negation'
  | 'arithmetic'
  | 'logic'
  | 'boolean'
  | 'number'
  | 'string'
  | 'condition'
  | 'return'
  | 'statement'
  | 'element'
  | 'chaining';

const binary: Readonly<Record<string, readonly (readonly [Operator, string])[]>> = {
  '<': [
    ['boundary', '<='],
    ['negation', '>='],
  ],
  '<=': [
    ['boundary', '<'],
    ['negation', '>'],
  ],
  '>': [
    ['boundary', '>='],
    ['negation', '<='],
  ],
  '>=': [
    ['boundary', '>'],
    ['negation', '<'],
  ],
  '===': [['negation', '!==']],
  '!==': [['negation', '===']],
  '==': [['negation', '!=']],
  '!=': [['negation', '==']],
  '+': [['arithmetic', '-']],
  '-': [['arithmetic', '+']],
  '*': [['arithmetic', '/']],
  '/': [['arithmetic', '*']],
  '%': [['arithmetic', '*']],
  '+=': [['arithmetic', '-=']],
  '-=': [['arithmetic', '+=']],
  '*=': [['arithmetic', '/=']],
  '/=': [['arithmetic', '*=']],
  '&&': [['logic', '||']],
  '||': [['logic', '&&']],
  '??': [['logic', '&&']],
  '??=': [['logic', '=']],
  '||=': [['logic', '=']],
  '&&=': [['logic', '=']],
};

/** Names of properties whose values are texts for people. */
const prose = new Set([
  'description',
  'documentation',
  'summary',
  'title',
  'message',
  'reason',
  'hint',
  'usage',
]);
/** Matches calls that only write a log. */
const logging = /^(console|process\.emitWarning|[\w.#]*\blog(ger)?)\b/;

type Change = readonly [Operator, start: number, end: number, after: string];
/** The named children of a node that the operators use. */
type Parts = Node & {
  readonly left?: Node;
  readonly right?: Node;
  readonly operatorToken?: Node;
  readonly operator?: SyntaxKind;
  readonly operand?: Node;
  readonly expression?: Node;
  readonly condition?: Node;
  readonly body?: Node;
  readonly name?: Node;
  readonly initializer?: Node;
  readonly elements?: Iterable<Node>;
  readonly properties?: Iterable<Node>;
  readonly questionDotToken?: Node;
};

/** All mutants of one file, in the order of their offsets. */
export function mutantsOf(file: string, source: SourceFile): Mutant[] {
  const lines = source.text.split('\n');
  const mutants: Mutant[] = [];
  const visit = (node: Node): void => {
    if (isOutside(node, source)) return;
    for (const [operator, start, end, after] of changes(node, source)) {
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const before = source.text.slice(start, end);
      const text = (lines[line - 1] ?? '').trim();
      mutants.push({ file, line, start, end, operator, before, after, text });
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The text of the file with the mutant. */
export const applied = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end);

/** The complete lines that a mutant changes, before and after. */
export function linesOf(text: string, mutant: Mutant) {
  const first = text.lastIndexOf('\n', mutant.start - 1) + 1;
  const newline = text.indexOf('\n', mutant.end);
  const rest = newline < 0 ? 0 : text.length - newline;
  const changed = applied(text, mutant);
  const lines = (whole: string): readonly string[] =>
    whole
      .slice(first, whole.length - rest)
      .split('\n')
      .filter((line) => line.trim() !== '');
  return { before: lines(text), after: lines(changed) };
}

/**
 * True for code that does not run (types, imports), and for text that only people read (messages, log lines).
 */
function isOutside(node: Node, source: SourceFile): boolean {
  const { expression, name } = node as Parts;
  switch (node.kind) {
    case SyntaxKind.ImportDeclaration:
    case SyntaxKind.ExportDeclaration:
    case SyntaxKind.InterfaceDeclaration:
    case SyntaxKind.TypeAliasDeclaration:
    case SyntaxKind.TypeParameter:
    case SyntaxKind.HeritageClause:
      return true;
    case SyntaxKind.CallExpression:
      return expression !== undefined && logging.test(expression.getText(source));
    case SyntaxKind.PropertyAssignment:
      return name !== undefined && prose.has(name.getText(source));
    case SyntaxKind.TemplateExpression:
      return isProse(node, source);
    default:
      return isTypeNode(node);
  }
}

/** A literal with a blank is a sentence. A literal without a blank is a name, a key or a format. */
const isProse = (node: Node, source: SourceFile): boolean =>
  /\s/.test(node.getText(source).replace(/\$\{[^}]*\}/g, ''));

function changes(node: Node, source: SourceFile): readonly Change[] {
  const { expression, condition, operand, questionDotToken } = node as Parts;
  const [start, end] = [node.getStart(source), node.getEnd()];
  switch (node.kind) {
    case SyntaxKind.BinaryExpression:
      return binaryChanges(node, source);
    case SyntaxKind.PrefixUnaryExpression:
    case SyntaxKind.PostfixUnaryExpression:
      return unaryChanges(node, operand, source);
    case SyntaxKind.TrueKeyword:
      return [['boolean', start, end, 'false']];
    case SyntaxKind.FalseKeyword:
      return [['boolean', start, end, 'true']];
    case SyntaxKind.NumericLiteral:
    case SyntaxKind.BigIntLiteral:
      return numbers(source.text.slice(start, end), isBound(node, source)).map((after) => [
        'number',
        start,
        end,
        after,
      ]);
    case SyntaxKind.StringLiteral:
    case SyntaxKind.NoSubstitutionTemplateLiteral:
    case SyntaxKind.TemplateExpression:
      return end - start > 2 && !isProse(node, source) && !isKey(node) ? [['string', start, end, "''"]] : [];
    case SyntaxKind.IfStatement:
      return forced(expression, source, ['true', 'false']);
    case SyntaxKind.ConditionalExpression:
      return forced(condition, source, ['true', 'false']);
    case SyntaxKind.WhileStatement:
      return forced(expression, source, ['false']);
    case SyntaxKind.ForStatement:
      return forced(condition, source, ['false']);
    case SyntaxKind.ReturnStatement:
      return expression === undefined ? [] : dropped(expression, source);
    case SyntaxKind.ArrowFunction:
      return arrowChanges(node, source);
    case SyntaxKind.ExpressionStatement:
      return isRemovable(expression, source) ? [['statement', start, end, '{}']] : [];
    case SyntaxKind.ThrowStatement:
      return [['statement', start, end, '{}']];
    case SyntaxKind.ArrayLiteralExpression:
    case SyntaxKind.ObjectLiteralExpression:
      return isTarget(node) ? [] : elementChanges(node, source);
    case SyntaxKind.PropertyAccessExpression:
    case SyntaxKind.ElementAccessExpression:
    case SyntaxKind.CallExpression: {
      if (questionDotToken === undefined) return [];
      const after = node.kind === SyntaxKind.PropertyAccessExpression ? '.' : '';
      return [['chaining', questionDotToken.getStart(source), questionDotToken.getEnd(), after]];
    }
    default:
      return [];
  }
}

function binaryChanges(node: Node, source: SourceFile): readonly Change[] {
  const { operatorToken, left, right } = node as Parts;
  if (operatorToken === undefined) return [];
  const token = operatorToken.getText(source);
  // `+` also joins texts, for which `-` has no meaning.
  if (token.startsWith('+') && [left, right].some((side) => side !== undefined && isText(side))) return [];
  const [start, end] = [operatorToken.getStart(source), operatorToken.getEnd()];
  return (binary[token] ?? []).map(([operator, after]) => [operator, start, end, after]);
}

function isText(node: Node): boolean {
  const { left, right } = node as Parts;
  switch (node.kind) {
    case SyntaxKind.StringLiteral:
    case SyntaxKind.NoSubstitutionTemplateLiteral:
    case SyntaxKind.TemplateExpression:
      return true;
    case SyntaxKind.BinaryExpression:
      return [left, right].some((side) => side !== undefined && isText(side));
    default:
      return false;
  }
}

function unaryChanges(node: Node, operand: Node | undefined, source: SourceFile): readonly Change[] {
  if (operand === undefined) return [];
  const prefix = node.kind === SyntaxKind.PrefixUnaryExpression;
  const start = prefix ? node.getStart(source) : operand.getEnd();
  const end = prefix ? operand.getStart(source) : node.getEnd();
  switch (source.text.slice(start, end).trim()) {
    case '!':
      return [['logic', start, end, '']];
    case '-':
      return [['arithmetic', start, end, '']];
    case '++':
      return [['arithmetic', start, end, '--']];
    case '--':
      return [['arithmetic', start, end, '++']];
    default:
      return [];
  }
}

/**
 * True for a number of a limit that has three digits or more. It is a number or a product such as `64 *
 * 1024`: in a `limits.ts`, as the value of a constant at the top of a file, or as the value of a name that
 * ends with `Max` or `Ms`.
 */
function isBound(node: Node, source: SourceFile): boolean {
  let value = node;
  while ((value.parent as Parts).operatorToken?.kind === SyntaxKind.AsteriskToken) value = value.parent;
  if (!/\d[\d_]{2}|\de/.test(value.getText(source))) return false;
  if (/(^|\/)limits\.ts$/.test(source.fileName)) return true;
  const { parent } = value;
  const { name, initializer } = parent as Parts;
  if (initializer !== value || name === undefined) return false;
  // The ancestors of a top-level declaration are its list, the statement and the file.
  const isTop = parent.parent.parent.parent === source;
  return (parent.kind === SyntaxKind.VariableDeclaration && isTop) || /(Max|Ms)$/.test(name.getText(source));
}

/**
 * The mutants of a number. 0 becomes 1 and 1 becomes 0. Any other number becomes one higher, or ten times as
 * high. A limit only becomes ten times as high, because a test need not distinguish 500 from 501.
 */
function numbers(text: string, isBound: boolean): readonly string[] {
  const suffix = text.endsWith('n') ? 'n' : '';
  const digits = text.replace(/n$/, '').replaceAll('_', '');
  if (digits === '0') return [`1${suffix}`];
  if (digits === '1') return [`0${suffix}`];
  if (suffix) return [`${BigInt(digits) + 1n}n`, `${BigInt(digits) * 10n}n`];
  const value = Number(digits);
  const others = isBound ? [value * 10] : [value + 1, value * 10];
  return others.filter((other) => Number.isFinite(other) && other !== value).map(String);
}

function forced(
  condition: Node | undefined,
  source: SourceFile,
  values: readonly string[],
): readonly Change[] {
  if (condition === undefined || isConstant(condition)) return [];
  return values.map((value) => ['condition', condition.getStart(source), condition.getEnd(), value]);
}

const isConstant = ({ kind }: Node): boolean =>
  kind === SyntaxKind.TrueKeyword || kind === SyntaxKind.FalseKeyword;

function dropped(value: Node, source: SourceFile): readonly Change[] {
  const text = value.getText(source);
  return text === 'undefined' || text.startsWith('void ')
    ? []
    : [['return', value.getStart(source), value.getEnd(), 'undefined']];
}

function arrowChanges(node: Node, source: SourceFile): readonly Change[] {
  const { body } = node as Parts;
  if (body === undefined || body.kind === SyntaxKind.Block || isOutside(body, source)) return [];
  return dropped(body, source);
}

/** Calls, assignments and increments that are statements of their own, so that they can be removed. */
function isRemovable(expression: Node | undefined, source: SourceFile): boolean {
  const { expression: inner, operatorToken } = (expression ?? {}) as Parts;
  switch (expression?.kind) {
    case SyntaxKind.AwaitExpression:
    case SyntaxKind.VoidExpression:
      return isRemovable(inner, source);
    case SyntaxKind.CallExpression: {
      const called = inner?.getText(source) ?? '';
      return called !== 'super' && !logging.test(called);
    }
    case SyntaxKind.BinaryExpression:
      return /^(?!(==|!=|<=|>=)).*=$/.test(operatorToken?.getText(source) ?? '');
    case SyntaxKind.PrefixUnaryExpression:
    case SyntaxKind.PostfixUnaryExpression:
    case SyntaxKind.DeleteExpression:
      return true;
    default:
      return false;
  }
}

function elementChanges(node: Node, source: SourceFile): readonly Change[] {
  const { elements, properties } = node as Parts;
  const all = [...(elements ?? properties ?? [])];
  return all.flatMap((element, i): readonly Change[] => {
    if (isOutside(element, source) || isMethod(element)) return [];
    const next = all[i + 1];
    const before = all[i - 1];
    const start = next === undefined && before !== undefined ? before.getEnd() : element.getStart(source);
    const end = next === undefined ? element.getEnd() : next.getStart(source);
    return [['element', start, end, '']];
  });
}

/**
 * A removed method makes its callers fail at once, which proves nothing about the tests, so methods are not
 * removed.
 */
function isMethod(element: Node): boolean {
  const { initializer } = element as Parts;
  return [element.kind, initializer?.kind].some(
    (kind) => kind === SyntaxKind.MethodDeclaration || kind === SyntaxKind.ArrowFunction,
  );
}

/** True for an array literal that is assigned to, as in `[a, b] = pair`. */
function isTarget(node: Node): boolean {
  const { left, operatorToken } = node.parent as Parts;
  return left === node && operatorToken?.kind === SyntaxKind.EqualsToken;
}

/** True for a string that is the name of a property or of a module. */
function isKey(node: Node): boolean {
  const { parent } = node;
  if ((parent as Parts).name === node) return true;
  return (
    parent.kind === SyntaxKind.CallExpression &&
    (parent as Parts).expression?.kind === SyntaxKind.ImportKeyword
  );
}
