import type { Definition } from '../../../data/schemas/label-definition.ts';
import { childrenOf, type Exact, exact } from '../../../json/exact.ts';

/** The result of a label for one dataset. */
export type Tried = {
  /** The value that the label would have. Undefined: the function failed, so there is no value. */
  readonly value: Exact | undefined;
  /** The reason why the label has no usual value. */
  readonly cause?: Cause;
  readonly mistake?: Mistake;
  /** The text that the function has written to its console, or another message of the API. */
  readonly output?: string;
};

export type Cause = 'no match' | 'nothing returned' | 'not a number' | 'empty text';

/** A mistake of a label, in the words of the API. `at` is the index of a path, or the function. */
export type Mistake = { readonly at: number | 'function'; readonly reason: string };

const none: Exact = { kind: 'null', text: 'null' };

/** Reads the exact text of an answer to `POST /api/dataset/{id}/previewLabel`. */
export function triedOf(answer: string, definition: Definition): Tried {
  const { children } = childrenOf(exact(answer));
  const member = (name: string): Exact => children.find((child) => child.name === name) ?? none;
  const { kind, text } = member('value');
  const value: Exact = { kind, text };
  const said = textOf(member('output'));
  const failure = failureOf(value, definition.function);
  const found = mistakeIn(failure ?? said, definition);
  const mistake = found ?? (failure === undefined ? undefined : { at: 'function' as const, reason: failure });
  const output = failure === undefined && found !== undefined ? restOf(said, found.reason) : said;
  const cause = failure !== undefined || found !== undefined ? undefined : causeOf(value, definition);
  return {
    value: failure === undefined ? value : undefined,
    ...(cause !== undefined && { cause }),
    ...(mistake !== undefined && { mistake }),
    ...(output !== '' && { output }),
  };
}

const textOf = ({ kind, text }: Exact): string => (kind === 'string' ? (JSON.parse(text) as string) : '');

/** The reason in a value such as `Execution failed: REASON:\nCODE`. Undefined for any other value. */
function failureOf(value: Exact, code: string): string | undefined {
  const text = textOf(value);
  const [before, after] = ['Execution failed: ', `:\n${code}`];
  if (code.trim() === '' || !text.startsWith(before) || !text.endsWith(after)) return undefined;
  return text.slice(before.length, text.length - after.length);
}

/** The mistake of a path in a text such as `extractor NAME (PATH): REASON`. */
function mistakeIn(text: string, { extractors }: Definition): Mistake | undefined {
  for (const [at, { name, jsonpath }] of extractors.entries()) {
    const before = `extractor ${name} (${jsonpath}): `;
    if (text.startsWith(before)) return { at, reason: text.slice(before.length).split('\n', 1)[0] ?? '' };
  }
  return undefined;
}

/** The lines of a function's output that follow the line with a given reason. */
const restOf = (output: string, reason: string): string =>
  output.slice(output.indexOf(reason) + reason.length).replace(/^\n/, '');

function causeOf({ kind, text }: Exact, definition: Definition): Cause | undefined {
  const hasFunction = definition.function.trim() !== '';
  if (kind === 'null') return hasFunction ? 'nothing returned' : 'no match';
  if (kind === 'string' && text === '""') return 'empty text';
  if (kind === 'string' && text === '"NaN"' && hasFunction) return 'not a number';
  if (kind === 'array' && text === '[]' && !hasFunction) return 'no match';
  return undefined;
}

/** Whether the API can compute a definition: each path has a name and a text. */
export const isComplete = ({ extractors }: Definition): boolean =>
  extractors.every(({ name, jsonpath }) => name.trim() !== '' && jsonpath.trim() !== '');
