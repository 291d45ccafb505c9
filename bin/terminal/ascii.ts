/**
 * The replacements of Downpour's own signs in a terminal that supports only ASCII. Texts of other sources do
 * not change.
 */
const signs: Readonly<Record<string, string>> = {
  '✓': '[ok]',
  '✗': '[x]',
  '×': 'x',
  µ: 'u',
  '±': '+-',
  '…': '...',
  '·': '-',
  '–': '-',
  '—': '-',
  '→': '->',
  '←': '<-',
  '≥': '>=',
  '≤': '<=',
  '’': "'",
  '“': '"',
  '”': '"',
  '█': '#',
  '░': '.',
  '─': '-',
  '━': '=',
  '▶': '>',
};

const anySign = new RegExp(`[${Object.keys(signs).join('')}]`, 'gu');

export const asciiOf = (text: string): string => text.replace(anySign, (sign) => signs[sign] ?? sign);

/**
 * True when the settings of the terminal name another charset than UTF-8, as `LANG=C` does. The first of the
 * three variables that is set decides (POSIX). Without any of them, as in many containers, the charset is
 * UTF-8.
 */
export function isAsciiOnly({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale);
}
