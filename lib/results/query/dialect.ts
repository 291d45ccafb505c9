import { limits } from '../limits.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { Ast } from './jsonpath/grammar/ast.ts';
import { type ParsedPath, parsePath } from './jsonpath/grammar/parse-path.ts';
import { withPatterns } from './jsonpath/json-path.ts';
import { QueryError } from './query-error.ts';
import { type Accessor, type Expression, isPredicate, type Predicate } from './sql/grammar/ast.ts';
import { parseSqlJsonPath, type SqlJsonPath } from './sql/sql-json-path.ts';

/** `jsonpath` is RFC 9535 with the forms of jsonpath-plus, `sql` the SQL/JSON path language of PostgreSQL. */
export type Dialect = 'jsonpath' | 'sql';

export type Parsed = { readonly text: string } & (
  | { readonly dialect: 'jsonpath'; readonly ast: Ast }
  | { readonly dialect: 'sql'; readonly path: SqlJsonPath }
);

/**
 * A text that is an expression of neither dialect. `dialect` is the one that its author meant; the message of the error
 * ends with it.
 */
export type Refused = { readonly text: string; readonly dialect: Dialect; readonly error: QueryError };

/**
 * The dialect of an expression, by its text alone, so that an answer never depends on the document: syntax that only one
 * grammar knows decides (a path that begins with `lax` or `strict` is no JSONPath). What both accept, such as `$.a[*].b`,
 * runs as `common`: JSONPath unless a deployment serves users who come from PostgreSQL.
 *
 * `["a"]` is JSONPath also where SQL/JSON path is the common dialect, in which it can only ever be an error. `$.a-1` is
 * common: the member `a-1` in one, a subtraction in the other, as are `^` and `~`, which belong to names there.
 * @param jsonPath the text as the grammar of JSONPath reads it, when that is known.
 */
export function dialectOf(
  text: string,
  common: Dialect = 'jsonpath',
  jsonPath?: ParsedPath,
): Parsed | Refused {
  const key = `${common} ${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const made = decide(text, common, withPatterns(jsonPath ?? parsePath(text)));
  if (text.length <= limits.expressionLengthMax) parsed.set(key, made, bytesOf(text));
  return made;
}

/** A tree with its closures took 70 to 205 bytes for each character. Regular expressions are kept on their own. */
const bytesOf = (text: string): number => 2000 + 300 * text.length;

const parsed = new BoundedCache<Parsed | Refused>(limits.expressionCacheBytes);

function decide(text: string, common: Dialect, ast: Ast | QueryError): Parsed | Refused {
  if (!(ast instanceof QueryError) && common === 'jsonpath') return { text, dialect: 'jsonpath', ast };
  const path = parseSqlJsonPath(text);
  if (ast instanceof QueryError) {
    if (path instanceof QueryError) return refused(text, ast, path);
    // A path does not change its meaning because it becomes too long for the dialect that it would have run as.
    if (common === 'jsonpath' && ast.sqlState === '54001') return refusedAsJsonPath(text, ast);
    return { text, dialect: 'sql', path };
  }
  const isSql = !(path instanceof QueryError) && !selectsByText(path.root);
  return isSql ? { text, dialect: 'sql', path } : { text, dialect: 'jsonpath', ast };
}

/** The mistake as the dialect sees it that got further; as JSONPath when neither did. */
function refused(text: string, asJsonPath: QueryError, asSql: QueryError): Refused {
  const { message, position = 0 } = asJsonPath;
  if (text.trim() === '') {
    const error = new QueryError('22P02', `the expression is empty: ${message}`, { position });
    return { text, dialect: 'jsonpath', error };
  }
  return isMeantForSql(text, asJsonPath, asSql)
    ? refusedAsSql(text, asSql)
    : refusedAsJsonPath(text, asJsonPath);
}

function refusedAsJsonPath(text: string, { sqlState, message, position = 0 }: QueryError): Refused {
  const error = new QueryError(sqlState, `${message} (read as JSONPath)`, { position });
  return { text, dialect: 'jsonpath', error };
}

function refusedAsSql(text: string, { sqlState, message, detail, position = 0 }: QueryError): Refused {
  const column = [...text.slice(0, position)].length + 1;
  const reason = detail === undefined ? message : `${message} (${detail})`;
  const error = new QueryError(sqlState, `${reason} (read as SQL/JSON path, column ${column})`, { position });
  return { text, dialect: 'sql', error };
}

function isMeantForSql(text: string, asJsonPath: QueryError, asSql: QueryError): boolean {
  if (/^\s*(?:lax|strict)\b/.test(text)) return true;
  // Too complex is a complaint about syntax that was understood.
  if (asSql.sqlState === '54001') return asJsonPath.sqlState !== '54001';
  return (asSql.position ?? 0) > (asJsonPath.position ?? 0);
}

/** Returns true for a path that selects an element by a text, as `["a"]` does. */
function selectsByText(root: Expression | Predicate): boolean {
  if (isPredicate(root) || root.kind !== 'path') return false;
  return selectsByText(root.base) || root.accessors.some(isTextSubscript);
}

const isTextSubscript = (accessor: Accessor): boolean =>
  accessor.kind === 'elements' &&
  accessor.subscripts.some(({ from }) => from.kind === 'literal' && typeof from.value === 'string');
