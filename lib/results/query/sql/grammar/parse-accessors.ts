import { QueryError } from '../../query-error.ts';
import { type Accessor, lastLevel, type MethodName, methodNames, type Subscript } from './ast.ts';
import type { Token } from './lexer.ts';
import { parseExpression, parsePredicate } from './parser.ts';
import type { TokenStream } from './token-stream.ts';

export const seesAccessor = (tokens: TokenStream): boolean =>
  tokens.seesSymbol('.') || tokens.seesSymbol('[') || tokens.seesSymbol('?');

/** Reads at least one accessor. */
export function parseAccessors(tokens: TokenStream): readonly Accessor[] {
  const accessors: Accessor[] = [];
  do accessors.push(parseAccessor(tokens));
  while (seesAccessor(tokens));
  return accessors;
}

function parseAccessor(tokens: TokenStream): Accessor {
  if (tokens.takesSymbol('.')) return parseMember(tokens);
  if (tokens.takesSymbol('[')) return parseElements(tokens);
  tokens.expectSymbol('?');
  return { kind: 'filter', condition: tokens.inParentheses(parsePredicate) };
}

/** Reads an accessor after a dot. */
function parseMember(tokens: TokenStream): Accessor {
  if (tokens.takesSymbol('*')) return { kind: 'anyMember' };
  if (tokens.takesSymbol('**')) return parseDescendants(tokens);
  if (!isName(tokens.next)) tokens.fail();
  const { kind, value } = tokens.take();
  if (isMethod(kind) && tokens.takesSymbol('(')) {
    tokens.expectSymbol(')');
    return { kind: 'method', name: kind };
  }
  if (kind === 'datetime' && tokens.takesSymbol('(')) return parseDatetime(tokens);
  return { kind: 'member', name: value };
}

const notNames: readonly Token['kind'][] = ['symbol', 'end', 'variable', 'number', 'integer'];
const isName = ({ kind }: Token): boolean => !notNames.includes(kind);

const isMethod = (kind: string): kind is MethodName => (methodNames as readonly string[]).includes(kind);

function parseDatetime(tokens: TokenStream): Accessor {
  const template = tokens.sees('string') ? tokens.take().value : undefined;
  tokens.expectSymbol(')');
  return { kind: 'datetime', template };
}

function parseDescendants(tokens: TokenStream): Accessor {
  if (!tokens.takesSymbol('{')) return { kind: 'descendants', from: 0, to: lastLevel };
  const from = parseLevel(tokens);
  const to = tokens.takes('to') ? parseLevel(tokens) : from;
  tokens.expectSymbol('}');
  return { kind: 'descendants', from, to };
}

function parseLevel(tokens: TokenStream): number {
  if (tokens.takes('last')) return lastLevel;
  const { value, at: position } = tokens.expect('integer');
  const level = Number(value);
  if (level < 2 ** 31) return level;
  throw new QueryError('22003', `value "${value}" is out of range for type integer`, { position });
}

function parseElements(tokens: TokenStream): Accessor {
  if (tokens.takesSymbol('*')) {
    tokens.expectSymbol(']');
    return { kind: 'anyElement' };
  }
  const subscripts: Subscript[] = [];
  do subscripts.push(parseSubscript(tokens));
  while (tokens.takesSymbol(','));
  tokens.expectSymbol(']');
  return { kind: 'elements', subscripts };
}

function parseSubscript(tokens: TokenStream): Subscript {
  const from = parseExpression(tokens);
  return tokens.takes('to') ? { from, to: parseExpression(tokens) } : { from };
}
