/**
 * The expression that was probably meant by one that other programs take and RFC 9535 does not. Forms that are corrected,
 * each with the expression that it becomes; docs/queries.md shows this table. What is inside filters and quotes is left alone.
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
  { form: '$.`*', becomes: "$['*']", what: 'a backtick that makes a name of what follows it' },
  { form: '$..book[last]', becomes: '$..book[-1]', what: '`last` where the rest is JSONPath' },
] as const;

/** The corrected text, which need not be an expression; the same text when nothing in it is known to be wrong. */
export function correctedText(text: string): string {
  const rooted = withRoot(text.trim());
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

function withRoot(text: string): string {
  if (text.startsWith('$') || text === '') return text;
  if (/^@(?=[.[])/.test(text)) return `$${text.slice(1)}`;
  if (/^[.[]/.test(text)) return `$${text}`;
  return /^[\p{L}_`]/u.test(text) ? `$.${text}` : text;
}

const quotes = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`;

const name = /\.{1,2}`[^.[\]]+|\.+|[^.[]+/y;
const inBrackets = new RegExp(`${quotes}|.`, 'gsy');

/** Brackets with what is in them, dots, dots with an escaped name, or what stands up to the next of these. */
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
  const isList = part.startsWith('[') && !/^\[\s*[?(]/.test(part);
  return isList ? quotedNames(part) : part;
}

/** `.` and a backtick, then a name in which every character stands for itself. */
function escapedName(part: string): string {
  const at = part.indexOf('`');
  return `${at === 2 ? '..' : ''}[${quoted(part.slice(at + 1))}]`;
}

function quotedNames(brackets: string): string {
  const selectors = brackets.slice(1, -1).match(new RegExp(`(?:${quotes}|[^,])+`, 'g')) ?? [];
  return `[${selectors.map((one) => quotedName(one.trim())).join(',')}]`;
}

function quotedName(selector: string): string {
  if (selector === 'last') return '-1';
  if (selector.startsWith('`')) return quoted(selector.slice(1));
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(selector) ? quoted(selector) : selector;
}

const quoted = (name: string): string => `'${name.replace(/[\\']/g, '\\$&')}'`;
