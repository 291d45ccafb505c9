/**
 * Corrections of expressions that other programs accept and RFC 9535 does not. Each entry has the valid
 * expression. docs/queries.md shows this table. Text inside filters and quotes is not changed.
 */
export const corrections = [
  {
    form: '$..book[0][category,author]',
    becomes: "$..book[0]['category','author']",
    what: 'names in brackets without quotes',
  },
  { form: '$.[?(@.price < 10)]', becomes: '$[?(@.price < 10)]', what: 'a dot before a bracket' },
  { form: '$..', becomes: '$..*', what: 'dots at the end: all values at any depth, without the root' },
  { form: '$.store.', becomes: '$.store', what: 'a dot at the end' },
  { form: 'store.book[*].author', becomes: '$.store.book[*].author', what: 'no `$` at the beginning' },
  { form: '@.store', becomes: '$.store', what: '`@` at the beginning' },
  { form: '$.`*', becomes: "$['*']", what: 'a backtick before a name' },
  { form: '$.`a-b`', becomes: "$['a-b']", what: 'a name between backticks' },
  { form: '$..book[last]', becomes: '$..book[-1]', what: '`last` where the rest is JSONPath' },
  { form: '.book[].author', becomes: '$.book[*].author', what: 'empty brackets, as jq writes all elements' },
  { form: '$.book.length()', becomes: '$.book.length', what: 'a length with parentheses' },
  { form: '.store.book[] | .author', becomes: '$.store.book[*].author', what: 'paths of jq with `|`' },
] as const;

/** The corrected text, which may still be invalid; the unchanged text when it has no known mistake. */
export function correctedText(text: string): string {
  const rooted = withRoot(withoutPipes(text.trim()));
  const parts: string[] = [];
  for (let at = 0; at < rooted.length; ) {
    const part = partAt(rooted, at);
    parts.push(corrected(part, rooted[at + part.length]));
    at += part.length;
  }
  return parts
    .join('')
    .replace(/([^.])\.\.$/, '$1..*')
    .replace(/([^.])\.$/, '$1');
}

/** Joins the paths of a filter of jq. Quotes and filters may contain another `|`. */
function withoutPipes(text: string): string {
  if (!text.startsWith('.') || /["'?]/.test(text)) return text;
  const [first = '', ...rest] = text.split('|').map((path) => path.trim());
  return rest.every((path) => /^[.[]/.test(path)) ? first + rest.join('') : text;
}

function withRoot(text: string): string {
  if (text.startsWith('$') || text === '') return text;
  if (/^@(?=[.[])/.test(text)) return `$${text.slice(1)}`;
  if (/^[.[]/.test(text)) return `$${text}`;
  return /^[\p{L}_`]/u.test(text) ? `$.${text}` : text;
}

const quotes = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`;

/**
 * A quoted part at the end of a name, between two backticks. In the middle of a name, a backtick is a
 * character of the name.
 */
const pair = String.raw`\x60[^\x60]+\x60(?=\s*(?:[.,[\]]|$))`;

const name = new RegExp(String.raw`\.{1,2}${pair}|\.{1,2}\x60[^.[\]]+|\.+|[^.[]+`, 'y');
const inBrackets = new RegExp(`${quotes}|${pair}|.`, 'gsy');

/**
 * The next part of a path: brackets with their contents, dots, dots with an escaped name, or the text before
 * the next of these.
 */
function partAt(text: string, at: number): string {
  if (text[at] !== '[') {
    name.lastIndex = at;
    return name.exec(text)?.[0] ?? text.slice(at);
  }
  let depth = 0;
  for (const { 0: token, index } of text.slice(at).matchAll(inBrackets)) {
    depth += token === '[' ? 1 : token === ']' ? -1 : 0;
    if (depth === 0) return text.slice(at, at + index + 1);
  }
  return text.slice(at);
}

function corrected(part: string, next: string | undefined): string {
  if (part === '.' && next === '[') return '';
  if (/^\.{1,2}`/.test(part)) return escapedName(part);
  if (part === 'length()') return 'length';
  const isList = part.startsWith('[') && !/^\[\s*[?(]/.test(part);
  return isList ? quotedNames(part) : part;
}

/** Reads a name that follows `.` and a backtick, up to the next special character. */
function escapedName(part: string): string {
  const at = part.indexOf('`');
  return `${at === 2 ? '..' : ''}[${quoted(withoutBackticks(part.slice(at)))}]`;
}

const withoutBackticks = (name: string): string => (isPair.test(name) ? name.slice(1, -1) : name.slice(1));

const isPair = /^`[^`]+`$/;

function quotedNames(brackets: string): string {
  if (/^\[\s*\]$/.test(brackets)) return '[*]';
  const selectors = brackets.slice(1, -1).match(new RegExp(`(?:${quotes}|${pair}|[^,])+`, 'g')) ?? [];
  return `[${selectors.map((one) => quotedName(one.trim())).join(',')}]`;
}

function quotedName(selector: string): string {
  if (selector === 'last') return '-1';
  if (selector.startsWith('`')) return quoted(withoutBackticks(selector));
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(selector) ? quoted(selector) : selector;
}

const quoted = (name: string): string => `'${name.replace(/[\\']/g, '\\$&')}'`;
