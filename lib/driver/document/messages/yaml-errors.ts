import { type Document, visit, type YAMLError } from 'yaml';
import { reading } from '../limits.ts';
import type { Place, Problem } from '../problem.ts';

/**
 * The violations of the YAML syntax in plain words, each at the place to correct. Only the first error of
 * every line is reported. Errors after the place at which the YAML library gives up are left out.
 */
export function syntaxProblems(
  document: Document.Parsed,
  text: string,
  placeAt: (offset: number) => Place,
): readonly Problem[] {
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return [tooDeep];
  const lines = text.split('\n');
  const byLine = new Map<number, Problem>();
  for (const error of document.errors) {
    const found = placeAt(isOpenQuote(error) ? openingOf(document, error.pos[0]) : error.pos[0]);
    // Only the first error of a line is kept. A text may have an error at each character, and a line may be
    // very long.
    const isNew = !byLine.has(found.line);
    const isListed = isNew && byLine.size < reading.problemsMax;
    const item = isListed ? itemWithoutSpace(error, lines, found.line) : undefined;
    const place = item ?? found;
    const [line = '', next = ''] = isListed ? lines.slice(place.line - 1, place.line + 1) : [];
    const wording =
      foreignSpace(line) ??
      (line.startsWith('\t') ? tab : undefined) ??
      item?.wording ??
      foreignComment(line) ??
      itemInMapping(error, line, place.column) ??
      continued(error, line, next) ??
      wordingOf(error);
    // A further error on the same line is only a consequence of the first one. The same is true for a value
    // that continues on the next line, if both lines begin in the same column.
    if (isNew && !byLine.has(place.line) && (byLine.size === 0 || wording !== sameColumn))
      byLine.set(place.line, { severity: 'error', path: [], ...place, ...wording });
    if (endsReading(error)) break;
  }
  return [...byLine.values()];
}

/** The problem of a line that contains a space which is not the usual one. Undefined without such a space. */
function foreignSpace(line: string): (Wording & { readonly column: number }) | undefined {
  const found = foreignSpaceIn(line);
  return (
    found && {
      column: found.at + 1,
      message: `this line has the character ${found.code}, which looks like a space`,
      hint: 'write a space in its place, or put the text in quotes',
    }
  );
}

/** True for a text that begins like a comment of JavaScript, SQL or an INI file. */
export const isComment = (text: string): boolean => /^\s*(\/\/|\/\*|--\s|;)/.test(text);

export const commentHint = "a comment begins with '#' and ends with the line";

/** The problem of a line with a comment of another language. Undefined for other lines. */
const foreignComment = (line: string): Wording | undefined =>
  isComment(line) ? { message: 'this is not a comment of YAML', hint: commentHint } : undefined;

/**
 * The first character of a text that looks like a space, or is invisible, and that YAML reads as text. Its
 * code has the form U+00A0.
 */
export function foreignSpaceIn(text: string): { readonly at: number; readonly code: string } | undefined {
  const at = text.search(/[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]/);
  if (at < 0) return undefined;
  return { at, code: `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}` };
}

/**
 * The problem of a list item without a space after its dash. The YAML library reads it as a key, and reports
 * it or the next item. The item is in the line of the error, or it is the last line above with the same
 * indentation.
 */
function itemWithoutSpace(
  { code }: YAMLError,
  lines: readonly string[],
  errorLine: number,
): (Place & { readonly wording: Wording }) | undefined {
  if (!wrongKey.test(code) && !/^(BAD_INDENT|MISSING_CHAR|UNEXPECTED_TOKEN)$/.test(code)) return undefined;
  const indentation = (line: string): number => line.search(/\S/);
  // When the library reports an error in an empty line, the error is about the next line with text.
  const own = indentation(lines.find((line, at) => at >= errorLine - 1 && line.trim() !== '') ?? '');
  const isDeeper = (line: string): boolean => indentation(line) < 0 || indentation(line) > own;
  const isDash = (line: string): boolean => indentation(line) === own && /^\s*-[^\s-]/.test(line);
  const above = lines.slice(0, errorLine - 1).findLastIndex((line) => !isDeeper(line)) + 1;
  const line = [errorLine, above].find((number) => isDash(lines[number - 1] ?? ''));
  if (line === undefined) return undefined;
  const item = /[^\s-].*/.exec(lines[line - 1] ?? '')?.[0].trimEnd();
  const wording = { message: "this list item has no space after its '-'", hint: `write '- ${item}'` };
  return { line, column: own + 1, wording };
}

const wrongKey = /^(BLOCK_AS|MULTILINE)_IMPLICIT_KEY$/;

/**
 * The problem of a list item that follows the members of a mapping. The YAML library reads the item as a key.
 * Undefined for other errors.
 */
function itemInMapping({ code }: YAMLError, line: string, column: number): Wording | undefined {
  if (!wrongKey.test(code) || !/^\s*-(\s|$)/.test(line) || column > line.indexOf('-') + 1) return undefined;
  return {
    message: 'a list item cannot follow members of a mapping',
    hint: "remove the '-', or indent the line like the list that it belongs to",
  };
}

/**
 * The problem of a value that continues on the next line. The YAML library reports it as a second mapping in
 * the line of the value. Undefined for other errors.
 */
function continued({ code }: YAMLError, line: string, next: string): Wording | undefined {
  const isOneMember = /^[\s-]*[^\s:-][^\s:]*:\s+(?!\s|.*:(\s|$))/.test(line);
  if (!wrongKey.test(code) || !isOneMember) return undefined;
  return columnOf(next) > columnOf(line) ? deeperNext : sameColumn;
}

/** The column of the first member in a line, after spaces and the dashes of list items. */
const columnOf = (line: string): number => line.search(/[^\s-]/);

const deeperNext: Wording = {
  message: 'the next line begins further to the right, so it continues this value',
  hint: 'indent both lines equally',
};

const sameColumn: Wording = {
  message: 'the next line continues this value',
  hint: 'check the indentation of the lines above',
};

/**
 * True for an error after which the YAML library has given up. The library then reports each later word as an
 * error.
 */
const endsReading = ({ message }: YAMLError): boolean => message.includes('token in YAML stream');

/**
 * The problem of a document that is nested too deeply. Its real position is not known, because the YAML
 * library gives up at a depth that depends on the free call stack.
 */
export const tooDeep: Problem = {
  severity: 'error',
  path: [],
  line: 1,
  column: 1,
  message: 'the document is nested too deeply',
  hint: `Downpour reads at most ${reading.documentDepthMax} levels`,
};

type Wording = { readonly message: string; readonly hint?: string };

/**
 * The message for an error of the YAML library, which gives a code and a text. Frequent errors get plainer
 * words, and others keep the library's text.
 */
function wordingOf(error: YAMLError): Wording {
  const bracket = /end with a ([\]}])/.exec(error.message)?.[1];
  if (bracket !== undefined)
    return { message: `expected '${bracket}' before this, because an earlier bracket is not closed` };
  for (const [pattern, wording] of byText) if (pattern.test(error.message)) return wording;
  return byCode[error.code] ?? { message: error.message.replace(/^./, (first) => first.toLowerCase()) };
}

const byText: readonly (readonly [RegExp, Wording])[] = [
  [/^Missing closing/, { message: 'this quote is never closed' }],
  [
    /flow-(seq|map)-start at node end/,
    {
      message: 'an opening bracket cannot follow a value',
      hint: 'put a value that contains brackets in quotes',
    },
  ],
  [/flow-(seq|map)-end token in YAML stream/, { message: 'this bracket was never opened' }],
  [/^Missing ,/, { message: 'a comma is missing before this' }],
  [/followed by map values/, { message: "expected ': ' and a value after this key" }],
  [/start at the same column/, { message: 'this line is not indented like the members before it' }],
];

const beginning: Wording = {
  message: 'a value cannot begin with this character',
  hint: 'put the value in quotes',
};

const tab: Wording = { message: 'a tab cannot indent a line', hint: 'use spaces' };

const byCode: Partial<Record<YAMLError['code'], Wording>> = {
  TAB_AS_INDENT: tab,
  MULTIPLE_DOCS: { message: 'a second document begins here, expected only one', hint: "remove the '---'" },
  MULTILINE_IMPLICIT_KEY: { message: "expected ': ' and a value after this key" },
  BLOCK_AS_IMPLICIT_KEY: {
    message: "a mapping cannot begin in the middle of this line, found a second ': '",
    hint: 'put the value in quotes, or on a line of its own',
  },
  BAD_SCALAR_START: beginning,
  BAD_ALIAS: beginning,
  BAD_DQ_ESCAPE: {
    message: 'this backslash begins no known escape sequence of double quotes',
    hint: "write '\\\\' for a backslash, or use single quotes",
  },
  UNEXPECTED_TOKEN: {
    message: 'this text is not allowed here',
    hint: 'check the indentation, quotes and commas near this place',
  },
  BLOCK_IN_FLOW: {
    message: 'this text is not allowed inside brackets',
    hint: 'check the commas and quotes near this place',
  },
};

const isOpenQuote = ({ message }: YAMLError): boolean => message.startsWith('Missing closing');

/**
 * The position at which a quote begins that is never closed. The library reports it at the end of the text,
 * but a person looks for its beginning.
 */
function openingOf(document: Document.Parsed, end: number): number {
  let opening = end;
  visit(document, {
    Scalar: (_key, { range }) => {
      if (range?.[1] === end) opening = range[0];
    },
  });
  return opening;
}
