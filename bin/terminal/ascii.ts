/** What stands for the signs of ours where a terminal knows ASCII only. Names of others stay as they are. */
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
 * Whether the settings of the terminal name another charset than UTF-8, as `LANG=C` does. The first of the
 * three that is set decides (POSIX). Without any, as in many containers, UTF-8 is taken.
 */
export function isAsciiOnly({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale);
}
