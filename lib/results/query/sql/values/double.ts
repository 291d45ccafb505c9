import { approximateOf, Decimal, type JsonNumber, numberOfLiteral } from './decimal.ts';

/** True for a number that a double can represent: neither too large nor, unless it is 0, too small. */
export function isDouble(value: JsonNumber): boolean {
  const near = approximateOf(value);
  return Number.isFinite(near) && (near !== 0 || !(value instanceof Decimal) || value.isZero);
}

const decimalForm =
  /^[ \t\n\v\f\r]*([-+]?)(?:0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([-+]?\d+))?|(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?)[ \t\n\v\f\r]*$/;

/**
 * Converts a text as PostgreSQL converts it to `double precision`, and then to a `numeric` of 15 significant
 * digits. Undefined for a text that PostgreSQL rejects. Hexadecimal numbers of C are accepted as in
 * PostgreSQL, `inf` and `nan` are rejected.
 */
export function numberOfText(text: string): JsonNumber | undefined {
  const match = decimalForm.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole, fraction, power, decimal, exponent] = match;
  const value =
    whole === undefined ? Number(`${decimal}${exponent ?? ''}`) : hexadecimal(whole, fraction, power);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const isZero = /^[0.]*$/.test(whole === undefined ? (decimal ?? '') : `${whole}${fraction ?? ''}`);
  if (value === 0 && !isZero) return undefined;
  return value === 0 ? 0 : numberOfLiteral(`${sign === '-' ? '-' : ''}${significant(value)}`);
}

function hexadecimal(whole: string, fraction = '', power = '0'): number | undefined {
  if (whole === '' && fraction === '') return undefined;
  const value = Number(`0x${whole}${fraction}`);
  return value * 2 ** (Number(power) - 4 * fraction.length);
}

/** The number with 15 significant digits, without zeros at their end, as C prints `%.15g`. */
function significant(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(14).split('e');
  return `${mantissa.replace(/\.?0+$/, '')}e${Number(exponent)}`;
}
