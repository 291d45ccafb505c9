import { limits } from '../limits.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { Ast } from './jsonpath/grammar/ast.ts';
import { parseJsonPath } from './jsonpath/grammar/parse.ts';
import { QueryError } from './query-error.ts';
import { type Accessor, type Expression, isPredicate, type Predicate } from './sql/grammar/ast.ts';
import { parseSqlJsonPath, type SqlJsonPath } from './sql/sql-json-path.ts';

/** `jsonpath` is RFC 9535 with the forms of jsonpath-plus, `sql` the SQL/JSON path language of PostgreSQL. */
export type Dialect = 'jsonpath' | 'sql';

export type Parsed =
  | { readonly dialect: 'jsonpath'; readonly ast: Ast }
  | { readonly dialect: 'sql'; readonly path: SqlJsonPath };

/** A text that is an expression of neither dialect. `dialect` is the one that its author meant. */
export type Refused = {
  readonly dialect: Dialect;
  readonly sqlState: string;
  /** A sentence; it ends with the dialect as which the text was read. */
  readonly reason: string;
  /** Offset of the mistake in UTF-16 units from 0. */
  readonly at: number;
};

/**
 * The dialect of an expression, by its text alone, so that an answer never depends on the document: syntax that only one
 * grammar knows decides (a path that begins with `lax` or `strict` is no JSONPath). What both accept, such as `$.a[*].b`,
 * runs as `common`: JSONPath unless a deployment serves users who come from PostgreSQL.
 *
 * `["a"]` is JSONPath also where SQL/JSON path is the common dialect, in which it can only ever be an error. `$.a-1` is
 * common: the member `a-1` in one, a subtraction in the other, as are `^` and `~`, which belong to names there.
 */
export function dialectOf(text: string, common: Dialect = 'jsonpath'): Parsed | Refused {
  const key = `${common} ${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const made = decide(text, common);
  if (text.length <= limits.expressionLengthMax) parsed.set(key, made, bytesOf(text));
  return made;
}

/** A tree with its closures took 70 to 205 bytes for each character. Regular expressions are kept on their own. */
const bytesOf = (text: string): number => 2000 + 300 * text.length;

const parsed = new BoundedCache<Parsed | Refused>(limits.expressionCacheBytes);

function decide(text: string, common: Dialect): Parsed | Refused {
  const ast = parseJsonPath(text);
  const isJsonPath = 'segments' in ast;
  if (isJsonPath && common === 'jsonpath') return { dialect: 'jsonpath', ast };
  const path = parseSqlJsonPath(text);
  if (path instanceof QueryError) return isJsonPath ? { dialect: 'jsonpath', ast } : refusal(text, ast, path);
  if (isJsonPath) return selectsByText(path.root) ? { dialect: 'jsonpath', ast } : { dialect: 'sql', path };
  // A path does not change its meaning because it becomes too long for the dialect that it would have run as.
  if (common === 'jsonpath' && ast.sqlState === '54001') return asJsonPath(ast);
  return { dialect: 'sql', path };
}

/** The mistake as the dialect sees it that got further; as JSONPath when neither did. */
function refusal(text: string, problem: QueryError, asSql: QueryError): Refused {
  const { position: at = 0, message: reason } = problem;
  const position = asSql.position ?? 0;
  if (text.trim() === '')
    return { dialect: 'jsonpath', sqlState: '22P02', reason: `the expression is empty: ${reason}`, at };
  if (!isMeantForSql(text, problem, asSql)) return asJsonPath(problem);
  const column = [...text.slice(0, position)].length + 1;
  const detail = asSql.detail === undefined ? '' : ` (${asSql.detail})`;
  const where = `read as SQL/JSON path, column ${column}`;
  return {
    dialect: 'sql',
    sqlState: asSql.sqlState,
    reason: `${asSql.message}${detail} (${where})`,
    at: position,
  };
}

const asJsonPath = ({ position: at = 0, sqlState, message: reason }: QueryError): Refused => ({
  dialect: 'jsonpath',
  sqlState,
  reason: `${reason} (read as JSONPath)`,
  at,
});

function isMeantForSql(text: string, problem: QueryError, asSql: QueryError): boolean {
  if (/^\s*(?:lax|strict)\b/.test(text)) return true;
  // Too complex is a complaint about syntax that was understood.
  if (asSql.sqlState === '54001') return problem.sqlState !== '54001';
  return (asSql.position ?? 0) > (problem.position ?? 0);
}

/** Whether some element is asked for by a text, as in `["a"]`. */
function selectsByText(root: Expression | Predicate): boolean {
  if (isPredicate(root) || root.kind !== 'path') return false;
  return selectsByText(root.base) || root.accessors.some(isTextSubscript);
}

const isTextSubscript = (accessor: Accessor): boolean =>
  accessor.kind === 'elements' &&
  accessor.subscripts.some(({ from }) => from.kind === 'literal' && typeof from.value === 'string');
