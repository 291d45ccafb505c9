import { DownpourError } from '../../errors.ts';

/** A JSON document three ways. The text lacks a byte order mark that the bytes may begin with. */
export type JsonText = { readonly bytes: Uint8Array; readonly text: string; readonly document: unknown };

/** @throws DownpourError NOT_JSON (400) that says where the first mistake is and what was expected there. */
export function parseJson(bytes: Uint8Array): JsonText {
  const text = decode(bytes);
  try {
    return { bytes, text, document: JSON.parse(text) };
  } catch (cause) {
    throw notJson(firstMistake(text), cause);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw notJson(`byte ${firstBadByte(bytes)} is not UTF-8`, cause);
  }
}

/** Offset of the first byte that does not decode: the longest good prefix, by halving. */
function firstBadByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8Prefix(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    // The only failure of a fatal decoder is the answer that was asked for.
    return false;
  }
}

const notJson = (where: string, cause: unknown): DownpourError =>
  new DownpourError('NOT_JSON', 400, `the body is not JSON: ${where}`, { cause });

/** A token of JSON text: what it is (punctuation stands for itself) and where, end excluded. */
export type Token = { readonly kind: string; readonly start: number; readonly end: number };

// A string holds anything from the blank upwards but quotes and backslashes, and escapes.
const blank = /[ \t\n\r]*/y;
const token =
  /([{}[\],:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The tokens of a text up to the first place that is none; there stands a last one of the kind `?` or `end`. */
export function* tokens(text: string): Generator<Token> {
  for (let at = 0; ; ) {
    blank.lastIndex = at;
    blank.test(text);
    const start = blank.lastIndex;
    token.lastIndex = start;
    const match = token.exec(text);
    if (match === null) return yield { kind: start === text.length ? 'end' : '?', start, end: start };
    at = token.lastIndex;
    yield { kind: match[1] ?? (match[2] === undefined ? 'scalar' : 'string'), start, end: at };
  }
}

/** What the grammar of RFC 8259 lets follow; `members` and `items` may be closed at once, `key` and `item` may not. */
const expectations = {
  value: 'a value',
  members: 'a name in double quotes or "}"',
  key: 'a name in double quotes',
  colon: '":"',
  items: 'a value or "]"',
  nextMember: '"," or "}"',
  nextItem: '"," or "]"',
  end: 'the end of the text',
} as const;
type State = keyof typeof expectations;

function firstMistake(text: string): string {
  const stack: ('{' | '[')[] = [];
  let state: State = 'value';
  for (const { kind, start } of tokens(text)) {
    const next = follow(state, kind, stack);
    if (next === undefined)
      return `${place(text, start)}: expected ${expectations[state]}, found ${foundAt(text, start)}`;
    state = next;
  }
  return 'it cannot be parsed';
}

/** The state after a token; undefined when the token may not stand there. */
function follow(state: State, kind: string, stack: ('{' | '[')[]): State | undefined {
  const afterValue = (): State =>
    stack.length === 0 ? 'end' : stack.at(-1) === '{' ? 'nextMember' : 'nextItem';
  const opens = kind === '{' || kind === '[';
  const closes =
    (kind === '}' && (state === 'members' || state === 'nextMember')) ||
    (kind === ']' && (state === 'items' || state === 'nextItem'));
  if (closes) {
    stack.pop();
    return afterValue();
  }
  if (state === 'value' || state === 'items') {
    if (opens) stack.push(kind);
    if (opens) return kind === '{' ? 'members' : 'items';
    return kind === 'string' || kind === 'scalar' ? afterValue() : undefined;
  }
  if (state === 'members' || state === 'key') return kind === 'string' ? 'colon' : undefined;
  if (state === 'colon') return kind === ':' ? 'value' : undefined;
  if (kind === ',' && state === 'nextMember') return 'key';
  return kind === ',' && state === 'nextItem' ? 'value' : undefined;
}

function place(text: string, at: number): string {
  const line = text.slice(0, at).split('\n');
  return `line ${line.length}, column ${[...(line.at(-1) ?? '')].length + 1}`;
}

function foundAt(text: string, at: number): string {
  if (at === text.length) return 'the end of the text';
  return JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
