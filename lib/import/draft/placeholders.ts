/**
 * The signs around a placeholder in the texts of a draft. A placeholder is the name of a variable between two
 * noncharacters of Unicode. Noncharacters are reserved for internal use and never occur in text (Unicode
 * 23.7), so a `${` of the source remains literal.
 */
const [open, close] = ['\uFDD0', '\uFDD1'] as const;

/** Makes a placeholder for a variable. `format` is a format of patterns, such as `urlencode`. */
export const placeholder = (variable: string, format?: 'urlencode'): string =>
  `${open}${format === undefined ? '' : `${format}:`}${variable}${close}`;

/**
 * Removes the noncharacters of placeholders from a text of the source. With them, a source could read the
 * variables of the document, and so send a secret to another host.
 */
export const withoutPlaceholders = (text: string): string => text.replace(/[\uFDD0\uFDD1]/g, '');

/**
 * Removes the noncharacters of placeholders from a source that may be JSON or YAML. An escape of one, such as
 * `\uFDD0`, becomes the escape of another noncharacter, so that the text around it keeps its meaning.
 */
export const withoutEscapedPlaceholders = (source: string): string =>
  withoutPlaceholders(source).replace(/\\(u|U0000)fdd[01]/gi, '\\$1fdd2');

export const hasPlaceholder = (text: string): boolean => text.includes(open);

/**
 * Splits a text into literal texts and placeholders, in order. `read` is the content of a placeholder: the
 * name of a variable, with its format if it has one, such as `urlencode:name`.
 */
export const literalsAndReads = (text: string): readonly (string | { readonly read: string })[] =>
  text
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(open) ? { read: part.slice(1, -1) } : part));

/** The names of the variables whose placeholders a text has. */
export const variablesOf = (text: string): readonly string[] =>
  literalsAndReads(text).flatMap((part) => (typeof part === 'string' ? [] : [part.read.replace(/^.*:/, '')]));

/**
 * Converts a text to a pattern of the document. A placeholder becomes `${...}`, and a `${` that the source
 * has as text is escaped.
 */
export const patternOf = (text: string): string =>
  literalsAndReads(text)
    .map((part) => (typeof part === 'string' ? part.replaceAll('${', () => '$${') : `\${${part.read}}`))
    .join('');

/** Changes the literal parts of a text, and keeps its placeholders. */
export const changeLiterals = (text: string, change: (literal: string) => string): string =>
  text
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .map((part) => (part.startsWith(open) ? part : change(part)))
    .join('');
