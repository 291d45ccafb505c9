import { letters } from './letters.ts';
import { localeOf } from './locale.ts';

type Problem = {
  readonly problem: string;
  readonly of: 'pattern' | 'localeCountry';
  readonly hint?: string;
};

/**
 * Compiles a date pattern with the letters of Java's SimpleDateFormat. The result is a function that formats
 * milliseconds since 1970, in UTC. Literal text is in single quotes, and two single quotes make one.
 * Characters that are not letters remain unchanged.
 */
export function dateFormat(
  pattern: string,
  country: string,
): { readonly print: (epochMs: number) => string } | Problem {
  const locale = localeOf(country);
  if (locale === undefined)
    return {
      of: 'localeCountry',
      problem: `'${country}' is not a country code`,
      hint: 'give two letters, such as US',
    };
  const parts: ((date: Date) => string)[] = [];
  for (const [found, quoted, text] of pattern.matchAll(/'((?:[^']|'')*)('?)|([a-zA-Z])\3*|[^a-zA-Z']+/gs)) {
    if (found.startsWith("'")) {
      if (text !== "'")
        return {
          of: 'pattern',
          problem: `date pattern '${pattern}' has an opening quote without a closing quote`,
        };
      const literal = quoted === '' ? "'" : (quoted ?? '').replaceAll("''", "'");
      parts.push(() => literal);
      continue;
    }
    const letter = letters[found[0] ?? ''];
    if (letter !== undefined) parts.push(letter(found.length, locale));
    else if (/^[a-zA-Z]/.test(found))
      return {
        of: 'pattern',
        problem: `date pattern '${pattern}' has the unknown letter '${found[0]}', expected one of ${Object.keys(letters).join('')}`,
        hint: 'put text into single quotes',
      };
    else parts.push(() => found);
  }
  return {
    print: (epochMs) => {
      const date = new Date(epochMs);
      let text = '';
      for (const part of parts) text += part(date);
      return text;
    },
  };
}
