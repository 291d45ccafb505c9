import { RegularExpression, RegularExpressionProblem } from './regular-expression.ts';

export type Transform = (text: string) => string;

/**
 * The function of a text format in a pattern, such as URL encoding. Reports an unknown format and returns
 * undefined. The name of the format may be in upper or lower case.
 */
export function transformOf(format: string, report: (message: string) => void): Transform | undefined {
  const word = format.toLowerCase();
  if (word === 'urlencode') return urlEncode;
  if (word === 'base64encode') return (text) => Buffer.from(text, 'utf8').toString('base64');
  if (word === 'base64decode') return (text) => Buffer.from(text, 'base64').toString('utf8');
  if (word.startsWith('replace')) return replaceTransform(format.slice('replace'.length), report);
  report(
    `pattern has the unknown format '${format}', expected urlencode, base64encode, base64decode, replace/REGEX/TEXT/ or an integer format such as %04d`,
  );
  return undefined;
}

/**
 * Encodes text for a query: a space becomes `+`, as in application/x-www-form-urlencoded. Half of a surrogate
 * pair, which a response in JSON may have, becomes U+FFFD.
 */
export const urlEncode: Transform = (text) =>
  encodeURIComponent(text.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Compiles the format `/REGEX/TEXT/FLAGS`, which replaces text. Any character may separate the three parts.
 */
function replaceTransform(rest: string, report: (message: string) => void): Transform | undefined {
  const [separator = ''] = rest;
  const [, source, replacement, flags, ...more] = separator === '' ? [] : rest.split(separator);
  if (source === undefined || replacement === undefined || flags === undefined || more.length > 0) {
    report(
      `the pattern must have the replacement in the form replace/REGEX/TEXT/ with the optional flag g, found '${rest}'`,
    );
    return undefined;
  }
  if (flags !== '' && flags !== 'g') {
    report(`the replacement in the pattern has the unknown flags '${flags}', expected g or no flags`);
    return undefined;
  }
  // Most expressions are plain text, which needs no regular expression.
  if (/^[^\\.^$|?*+()[\]{}]+$/.test(source) && !/[\\$]/.test(replacement))
    return flags === 'g'
      ? (text) => text.replaceAll(source, replacement)
      : (text) => text.replace(source, replacement);
  return expressionTransform(source, replacement, flags === 'g', report);
}

function expressionTransform(
  source: string,
  replacement: string,
  all: boolean,
  report: (message: string) => void,
): Transform | undefined {
  try {
    const expression = new RegularExpression(source);
    const problem = expression.problemOf(replacement);
    if (problem === undefined) return (text) => expression.replace(text, replacement, all);
    report(`pattern has the replacement '${replacement}', but ${problem}`);
  } catch (error) {
    if (!(error instanceof RegularExpressionProblem)) throw error;
    report(`the regular expression in the pattern is not valid: ${error.message}; it is '${source}'`);
  }
  return undefined;
}
