/**
 * Texts of a draft are plain strings with placeholders. A placeholder is a read of a variable between two
 * noncharacters of Unicode, which are reserved for internal use and never occur in text (Unicode 23.7). A
 * `${` of the source therefore stays literal.
 */
const [open, close] = ['\uFDD0', '\uFDD1'] as const;

/** A read of a variable. `format` is a format of patterns, such as `urlencode`. */
export const placeholder = (variable: string, format?: 'urlencode'): string =>
  `${open}${format === undefined ? '' : `${format}:`}${variable}${close}`;

/** Removes the two noncharacters from a text of the source. */
export const withoutPlaceholders = (text: string): string => text.replace(/[\uFDD0\uFDD1]/g, '');

export const hasPlaceholder = (text: string): boolean => text.includes(open);

/** The literal parts and the reads of a text, in order. */
export const literalsAndReads = (text: string): readonly (string | { readonly read: string })[] =>
  text
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(open) ? { read: part.slice(1, -1) } : part));

/** Names of the variables that a text reads. */
export const variablesOf = (text: string): readonly string[] =>
  literalsAndReads(text).flatMap((part) => (typeof part === 'string' ? [] : [part.read.replace(/^.*:/, '')]));

/**
 * Converts the text to a pattern of the document: reads become `${...}`, and a `${` of the source is escaped.
 */
export const patternOf = (text: string): string =>
  literalsAndReads(text)
    .map((part) => (typeof part === 'string' ? part.replaceAll('${', () => '$${') : `\${${part.read}}`))
    .join('');

/** Applies `change` to the literal parts only. */
export const changeLiterals = (text: string, change: (literal: string) => string): string =>
  text
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .map((part) => (part.startsWith(open) ? part : change(part)))
    .join('');
