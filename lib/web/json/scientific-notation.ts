/** The most characters of a number that is shown with all its digits. */
const lengthMax = 24;
/** The significant digits of a number that is too long. */
const digitsMax = 15;

/**
 * A JSON number in few characters. Downpour writes a label value with all its digits: 1e308 has 309 of them.
 * A long number gets the scientific notation, and is cut after 15 digits.
 */
export function shortNumber(text: string): string {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (text.length <= lengthMax || sign === undefined) return text;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return '0';
  const digits = all.slice(first, first + digitsMax).replace(/0+$/, '');
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${rest}e${whole.length - 1 - first}`;
}
