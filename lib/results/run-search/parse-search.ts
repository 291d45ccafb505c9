import type { JsonpathValidation } from '../../api.generated.ts';
import { validateJsonPath } from '../jsonpath-validation.ts';
import { type Dialect, dialectOf, type Parsed, type Refused } from '../query/dialect.ts';
import type { Ast } from '../query/jsonpath/grammar/ast.ts';
import type { Prefilter } from './document-prefilter.ts';
import { jsonPathPrefilter } from './json-path-prefilter.ts';
import { searchLimits } from './limits.ts';
import { onArrayOfDocument } from './root-filter.ts';
import { sqlPathPrefilter } from './sql-path-prefilter.ts';

/** A condition that a search applies to each document. */
export type Term = (PathTerm | AnywhereTerm) & { readonly prefilter: Prefilter | undefined };

/**
 * A term that a document matches if the expression finds something, or if it is a true predicate of SQL/JSON
 * path.
 */
type PathTerm = { readonly kind: 'path'; readonly parsed: Parsed };

/**
 * A term that a document matches if any value in it, or the document itself, passes a filter of JSONPath. The
 * path applies to an array with the document.
 */
type AnywhereTerm = { readonly kind: 'anywhere'; readonly ast: Ast };

export type TermOptions = { readonly now: () => number; readonly common?: Dialect | undefined };

/**
 * Parses a search, as the original's list of runs does, with additions. The word OR joins parts. A part that
 * begins with `$`, `@` or `lax $` is one term. Any other part is split at blanks and commas. `@...` applies
 * to every value. A bare word is a member of any object, and so is a name in quotes with any characters. A
 * blank text has no terms. The first text that is no expression is rejected, with the place of its mistake.
 */
export function searchTerms(text: string, options: TermOptions): readonly Term[] | JsonpathValidation {
  const texts = splitSearch(text);
  if (texts.length > searchLimits.searchTermsMax) return tooMany(text, texts.length);
  const terms: Term[] = [];
  for (const one of texts) {
    const term = termOf(one, options);
    if ('valid' in term) return term;
    terms.push(term);
  }
  return terms;
}

const expression = /^(?:(?:lax|strict)[\s(]+)?\$/;

function splitSearch(text: string): readonly string[] {
  return alternatives(text).flatMap((part) => {
    if (expression.test(part) || part.startsWith('@')) return [part];
    return part.match(/"(?:[^"\\]|\\.)*"(?![^\s,])|'[^']*'(?![^\s,])|[^\s,]+/g) ?? [];
  });
}

/** Splits a search at the word OR outside of quotes and brackets. No path language uses this word there. */
function alternatives(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[([{]|[)\]}]|(?<!\S)OR(?!\S)|[\s\S]/g,
  )) {
    if (piece === 'OR' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
    if (/^[([{]$/.test(piece)) depth += 1;
    if (/^[)\]}]$/.test(piece)) depth = Math.max(0, depth - 1);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function termOf(text: string, options: TermOptions): Term | JsonpathValidation {
  if (text.startsWith('@')) return filterTerm(text, options);
  return expression.test(text) ? pathTerm(text, options) : wordTerm(text, options);
}

function pathTerm(text: string, options: TermOptions): Term | JsonpathValidation {
  const { validation } = validateJsonPath(text, options);
  const parsed = dialectOf(text, options.common);
  if (!validation.valid || 'error' in parsed) return validation;
  const prefilter = parsed.dialect === 'sql' ? sqlPathPrefilter(parsed.path) : jsonPathPrefilter(parsed.ast);
  return { kind: 'path', parsed, prefilter };
}

/**
 * Reads a filter as the original server does, if possible, because there a missing member passes no
 * comparison. Otherwise reads it as JSONPath.
 */
function filterTerm(text: string, options: TermOptions): Term | JsonpathValidation {
  const [asSql, asJsonPath] = [`$.** ? (${text})`, `$..[?${text}]`];
  const sql = dialectOf(asSql);
  if (!('error' in sql)) return pathTerm(asSql, options);
  const jsonPath = dialectOf(asJsonPath);
  if (!('error' in jsonPath) && jsonPath.dialect === 'jsonpath')
    return {
      kind: 'anywhere',
      ast: onArrayOfDocument(jsonPath.ast),
      prefilter: jsonPathPrefilter(jsonPath.ast),
    };
  const gotFurther = placeIn(jsonPath, asJsonPath, text) >= placeIn(sql, asSql, text);
  return validateJsonPath(gotFurther ? asJsonPath : asSql, options).validation;
}

/** The position of a mistake in `text`. The mistake was found in `expression`, which contains `text`. */
const placeIn = (found: Parsed | Refused, expression: string, text: string): number =>
  'error' in found ? (found.error.position ?? 0) - expression.indexOf(text) : 0;

/**
 * Reads a word. Any name is a word, also `length`, `2024` and, in quotes, a name with blanks. Other texts are
 * read as JSONPath, or as SQL/JSON path if only that parser accepts them.
 */
function wordTerm(text: string, options: TermOptions): Term | JsonpathValidation {
  if (/^[\p{L}\p{N}_-]+$/u.test(text)) return pathTerm(`$..["${text}"]`, options);
  const quoted = /^'([^']*)'$/.exec(text)?.[1] ?? (/^".*"$/s.test(text) ? unquoted(text) : undefined);
  if (quoted !== undefined) return pathTerm(`$..[${JSON.stringify(quoted)}]`, options);
  const asJsonPath = pathTerm(`$..${text}`, options);
  if ('kind' in asJsonPath) return asJsonPath;
  const asSql = pathTerm(`$.**.${text}`, options);
  return 'kind' in asSql ? asSql : asJsonPath;
}

/** The name in a text with double quotes, which is read as JSON or literally. */
function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

const tooMany = (jsonpath: string, count: number): JsonpathValidation => ({
  valid: false,
  jsonpath,
  errorCode: 1,
  sqlState: '54001',
  reason: `a search may have at most ${searchLimits.searchTermsMax} words, and this search has ${count}`,
  sql: null,
});
