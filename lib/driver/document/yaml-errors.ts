import { type Document, visit, type YAMLError } from 'yaml';
import { reading } from './limits.ts';
import type { Place, Problem } from './problem.ts';

/**
 * The violations of the YAML grammar in plain words, each at the place to correct. Only the first error of
 * every line is reported, and no error after the place where the YAML library stops to read values.
 */
export function syntaxProblems(
  document: Document.Parsed,
  placeAt: (offset: number) => Place,
): readonly Problem[] {
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return [tooDeep];
  const byLine = new Map<number, Problem>();
  for (const error of document.errors) {
    const place = placeAt(isOpenQuote(error) ? openingOf(document, error.pos[0]) : error.pos[0]);
    // A further error on the same line is only a consequence of the first one.
    if (!byLine.has(place.line))
      byLine.set(place.line, { severity: 'error', path: [], ...place, ...wordingOf(error) });
    if (endsReading(error)) break;
  }
  return [...byLine.values()];
}

/** True when the YAML library has closed the document too early. It reports each later token as an error. */
const endsReading = ({ message }: YAMLError): boolean => message.includes('token in YAML stream');

/**
 * The problem of a document that is nested too deeply. It has no position, because the YAML library stops at
 * a depth that depends on the free stack.
 */
export const tooDeep: Problem = {
  severity: 'error',
  path: [],
  line: 1,
  column: 1,
  message: 'document is nested too deeply',
  hint: `at most ${reading.documentDepthMax} levels are read`,
};

type Wording = { readonly message: string; readonly hint?: string };

/**
 * The message of an error. The library gives a code and a text: frequent errors get plainer words, and others
 * keep the library's text.
 */
function wordingOf(error: YAMLError): Wording {
  const bracket = /end with a ([\]}])/.exec(error.message)?.[1];
  if (bracket !== undefined)
    return { message: `expected '${bracket}' before this, because a bracket above is never closed` };
  for (const [pattern, wording] of byText) if (pattern.test(error.message)) return wording;
  return byCode[error.code] ?? { message: error.message.replace(/^./, (first) => first.toLowerCase()) };
}

const byText: readonly (readonly [RegExp, Wording])[] = [
  [/^Missing closing/, { message: 'a quote is opened here and never closed' }],
  [
    /flow-(seq|map)-start at node end/,
    { message: 'a bracket cannot follow a value', hint: 'put a value that contains brackets in quotes' },
  ],
  [/flow-(seq|map)-end token in YAML stream/, { message: 'this bracket was never opened' }],
  [/^Missing ,/, { message: 'a comma is missing before this' }],
  [/followed by map values/, { message: "expected ': ' and a value after this key" }],
  [/start at the same column/, { message: 'this line begins in another column than the members before it' }],
];

const byCode: Partial<Record<YAMLError['code'], Wording>> = {
  TAB_AS_INDENT: { message: 'a tab cannot indent a line', hint: 'use spaces' },
  MULTIPLE_DOCS: { message: 'a second document begins here, expected only one', hint: "remove the '---'" },
  MULTILINE_IMPLICIT_KEY: { message: "expected ': ' and a value after this key" },
  BLOCK_AS_IMPLICIT_KEY: {
    message: "a mapping cannot begin in the middle of this line, found a second ': '",
    hint: 'put the value in quotes, or on a line of its own',
  },
  BAD_SCALAR_START: { message: 'a value cannot begin with this character', hint: 'put the value in quotes' },
  BAD_DQ_ESCAPE: {
    message: 'unknown escape in double quotes',
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
 * The position where an open quote begins. The library reports it at the end of the text, but a person looks
 * for the beginning.
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
