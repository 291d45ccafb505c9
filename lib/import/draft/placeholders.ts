/**
 * A draft's texts are plain strings with placeholders: a read of a variable between two noncharacters of
 * Unicode, which exist for use inside a program and never travel in text (Unicode 23.7). So a `${` of the
 * source stays literal.
 */
const [open, close] = ['\uFDD0', '\uFDD1'] as const;

/** A read of a variable; `format` is one that patterns know, such as `urlencode`. */
export const placeholder = (variable: string, format?: 'urlencode'): string =>
  `${open}${format === undefined ? '' : `${format}:`}${variable}${close}`;

/** A source's text without the two characters. */
export const withoutPlaceholders = (text: string): string => text.replace(/[\uFDD0\uFDD1]/g, '');

export const hasPlaceholder = (text: string): boolean => text.includes(open);

/** Each literal part and each read, in order. */
export const literalsAndReads = (text: string): readonly (string | { readonly read: string })[] =>
  text
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(open) ? { read: part.slice(1, -1) } : part));

/** Names of the variables that a text reads. */
export const variablesOf = (text: string): readonly string[] =>
  literalsAndReads(text).flatMap((part) => (typeof part === 'string' ? [] : [part.read.replace(/^.*:/, '')]));

/** The text as a pattern of the document: reads become `${...}`, and a `${` of the source is escaped. */
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
