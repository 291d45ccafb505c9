import { BoundedCache } from './bounded-cache.ts';
import type { Ast } from './jsonpath/grammar/ast.ts';
import { correctedText } from './jsonpath/grammar/corrections.ts';
import { type ParsedPath, parsePath } from './jsonpath/grammar/parse-path.ts';
import { withPatterns } from './jsonpath/json-path.ts';
import { queryLimits } from './limits.ts';
import { QueryError } from './query-error.ts';
import { type Accessor, type Expression, isPredicate, type Predicate } from './sql/grammar/ast.ts';
import { parseSqlJsonPath, type SqlJsonPath } from './sql/sql-json-path.ts';

/**
 * The query languages. `jsonpath` is RFC 9535 with the additions of jsonpath-plus, `sql` is the SQL/JSON path
 * language of PostgreSQL.
 */
export type Dialect = 'jsonpath' | 'sql';

export type Parsed = { readonly text: string } & (
  | { readonly dialect: 'jsonpath'; readonly ast: Ast }
  | { readonly dialect: 'sql'; readonly path: SqlJsonPath }
);

/**
 * A text that is a valid expression in neither language. `dialect` is the language that the author probably
 * meant. The error's message names it, unless the text is empty. `corrected` is the expression that the
 * author probably meant; the message contains it, too.
 */
export type Refused = {
  readonly text: string;
  readonly dialect: Dialect;
  readonly error: QueryError;
  readonly corrected?: Parsed;
};

/**
 * Finds the query language of an expression from its text alone, so that an answer never depends on the
 * document. Syntax that only one language has decides: a path that begins with `lax` or `strict` is not
 * JSONPath. A text that is valid in both languages, such as `$.a[*].b`, runs as `common`. That is JSONPath,
 * unless a deployment serves users who come from PostgreSQL.
 *
 * `["a"]` is always JSONPath, because in SQL/JSON path it is always an error. `$.a-1` is valid in both: the
 * member `a-1` in JSONPath, a subtraction in SQL/JSON path. `^` and `~` are also valid in both, because names
 * in JSONPath may contain them.
 * @param jsonPath the result of parsing the text as JSONPath, when the caller has it.
 */
export function dialectOf(
  text: string,
  common: Dialect = 'jsonpath',
  jsonPath?: ParsedPath,
): Parsed | Refused {
  const key = `${common} ${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const made = withCorrection(decide(text, common, withPatterns(jsonPath ?? parsePath(text))), common);
  if (text.length <= queryLimits.expressionLengthMax) parsed.set(key, made, bytesOf(text));
  return made;
}

export type ParseOptions = {
  /**
   * The query language of expressions that are valid in both languages, JSONPath and SQL/JSON path. Absent:
   * JSONPath.
   */
  readonly common?: Dialect | undefined;
  /**
   * True: accepts an invalid text as the expression that the user probably meant
   * (jsonpath/grammar/corrections.ts). False: the error proposes it, and names this option. Absent: the
   * caller has no such option, so the error only proposes the expression.
   */
  readonly lenient?: boolean | undefined;
};

/** @param jsonPath the result of parsing the text as JSONPath, when the caller has it. */
export function parseExpression(
  text: string,
  { common, lenient }: ParseOptions,
  jsonPath?: ParsedPath,
): Parsed | Refused {
  const given = dialectOf(text, common, jsonPath);
  if (lenient === undefined) return given;
  return lenient ? leniently(given) : naming(given);
}

/** The error of an invalid expression names the option that would have corrected it. */
function naming(given: Parsed | Refused): Parsed | Refused {
  if (!('error' in given) || given.corrected === undefined) return given;
  const { sqlState, message, position = 0 } = given.error;
  const advice = `${message} (lenient=true corrects the expression)`;
  return { ...given, error: new QueryError(sqlState, advice, { position }) };
}

/** Returns the corrected expression for an invalid one, if the correction is known. */
export const leniently = (given: Parsed | Refused): Parsed | Refused =>
  'error' in given ? (given.corrected ?? given) : given;

function withCorrection(given: Parsed | Refused, common: Dialect): Parsed | Refused {
  if (!('error' in given) || given.text.length > queryLimits.expressionLengthMax) return given;
  const text = correctedText(given.text);
  if (text === given.text) return given;
  const corrected = decide(text, common, withPatterns(parsePath(text)));
  if ('error' in corrected) return given;
  const { sqlState, message, position = 0 } = given.error;
  const hint = `${message}; did you mean ${text}?`;
  return { ...given, error: new QueryError(sqlState, hint, { position }), corrected };
}

/**
 * Bytes of memory of a parsed expression with its compiled functions: 70 to 205 for each character, by
 * measurement. Regular expressions are cached separately.
 */
const bytesOf = (text: string): number => 2000 + 300 * text.length;

const parsed = new BoundedCache<Parsed | Refused>(queryLimits.expressionCacheBytes);

function decide(text: string, common: Dialect, ast: Ast | QueryError): Parsed | Refused {
  if (!(ast instanceof QueryError) && common === 'jsonpath') return { text, dialect: 'jsonpath', ast };
  const path = parseSqlJsonPath(text);
  if (ast instanceof QueryError) {
    if (path instanceof QueryError) return refused(text, ast, path);
    // A path that is too long for JSONPath does not run as SQL/JSON path.
    if (common === 'jsonpath' && ast.sqlState === '54001') return refusedAsJsonPath(text, ast);
    return { text, dialect: 'sql', path };
  }
  const isSql = !(path instanceof QueryError) && !selectsByText(path.root);
  return isSql ? { text, dialect: 'sql', path } : { text, dialect: 'jsonpath', ast };
}

/**
 * Reports the mistake in the language that the text resembles. If it resembles both or neither, the mistake
 * of the parser that read further is reported, and that of JSONPath if both stopped at the same place.
 */
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
  // SQLSTATE 54001, "too complex", means that the SQL parser understood the syntax up to there.
  if (asSql.sqlState === '54001') return asJsonPath.sqlState !== '54001';
  const bare = text.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, (quoted) => quoted.charAt(0).repeat(2));
  const [isSql, isJsonPath] = [sqlSigns.test(bare), jsonPathSigns.test(bare)];
  if (isSql !== isJsonPath) return isSql;
  return (asSql.position ?? 0) > (asJsonPath.position ?? 0);
}

/** Characters outside of quotes that only SQL/JSON path has. */
const sqlSigns =
  /\.\*\*|[^[,\s]\s*\?\s*\(|\blike_regex\b|\bstarts\s+with\b|\bexists\s*\(|\bis\s+unknown\b|\[[^\]]*\bto\b|\.(?:type|size|double|ceiling|floor|abs|keyvalue|datetime)\(\)/;
const jsonPathSigns =
  /\[\s*\?|[[,]\s*['(]|\.\.|\[[^\]]*:|`|[!=]==|@(?:root|property|parent|parentProperty|path)\b/;

/** True for a path that selects an element by a text, such as `["a"]`, which is an error in SQL/JSON path. */
function selectsByText(root: Expression | Predicate): boolean {
  if (isPredicate(root) || root.kind !== 'path') return false;
  return selectsByText(root.base) || root.accessors.some(isTextSubscript);
}

const isTextSubscript = (accessor: Accessor): boolean =>
  accessor.kind === 'elements' &&
  accessor.subscripts.some(({ from }) => from.kind === 'literal' && typeof from.value === 'string');
