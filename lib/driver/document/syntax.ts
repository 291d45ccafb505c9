import type { ErrorCode } from 'yaml';

/** What a person is told about an error of the YAML grammar: what is wrong, and what to do. */
export type Sentence = { readonly message: string; readonly hint?: string };

/** The library names errors by code; those that people meet get words of their own, the rest keep the library's. */
export const syntaxSentence = (code: ErrorCode, message: string): Sentence =>
  sentences[code] ?? { message: message.replace(/^./, (first) => first.toLowerCase()) };

const sentences: Partial<Record<ErrorCode, Sentence>> = {
  TAB_AS_INDENT: { message: 'a tab cannot indent a line', hint: 'use spaces' },
  MULTIPLE_DOCS: { message: 'a second document begins here, expected only one', hint: "remove the '---'" },
  BLOCK_AS_IMPLICIT_KEY: {
    message: "a mapping cannot begin in the middle of this line, found a second ': '",
    hint: 'put the value in quotes, or on a line of its own',
  },
  BAD_SCALAR_START: { message: 'a value cannot begin with this character', hint: 'put it in quotes' },
  BAD_DQ_ESCAPE: {
    message: 'unknown escape in double quotes',
    hint: "write '\\\\' for a backslash, or use single quotes",
  },
  UNEXPECTED_TOKEN: { message: 'this does not belong here', hint: 'check indentation, quotes and commas' },
  RESOURCE_EXHAUSTION: { message: 'document is nested too deeply' },
  BLOCK_IN_FLOW: { message: 'this does not belong inside brackets', hint: 'check commas and quotes' },
};
