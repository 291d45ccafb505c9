/** A decimal as `0.DIGITS * 10 ** point`, without the zeros that an exponent replaces. */
export type Scientific = {
  readonly isNegative: boolean;
  /** Digits without zeros at either end; empty for 0. */
  readonly digits: string;
  /**
   * Number of digits before the point. Below 0 it is the number of zeros after the point before the first
   * digit.
   */
  readonly point: number;
  /** Number of digits shown after the point. */
  readonly scale: number;
};

const tokenForm = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/**
 * Splits a number into its digits and its exponent. This takes time linear in the length of the text, however
 * large the exponent is. Undefined for a text that is not a number, and for huge exponents.
 */
export function scientificOfToken(token: string): Scientific | undefined {
  const match = tokenForm.exec(token);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  if (Math.abs(shift) >= 2 ** 30) return undefined;
  const all = whole + fraction;
  const first = firstDigit(all);
  return {
    isNegative: sign === '-',
    digits: all.slice(first, lastDigit(all) + 1),
    point: whole.length + shift - first,
    scale: Math.max(0, fraction.length - shift),
  };
}

const zero = 0x30;

function firstDigit(digits: string): number {
  let at = 0;
  while (digits.charCodeAt(at) === zero) at += 1;
  return at;
}

/**
 * The position of the last digit that is not 0. A regular expression would take quadratic time when there are
 * many zeros in between.
 */
function lastDigit(digits: string): number {
  let at = digits.length - 1;
  while (digits.charCodeAt(at) === zero) at -= 1;
  return at;
}

/**
 * The value times `10 ** scale`. A multiplication by a power of ten is faster than parsing zeros: 2 against 5
 * ms for 131,000 digits.
 */
export function coefficientOf({ isNegative, digits, point, scale }: Scientific): bigint {
  if (digits === '') return 0n;
  const zeros = point + scale - digits.length;
  const coefficient = zeros === 0 ? BigInt(digits) : BigInt(digits) * 10n ** BigInt(zeros);
  return isNegative ? -coefficient : coefficient;
}

/** Writes all digits of a decimal as text, without computing with BigInt. */
export function writtenOut({ isNegative, digits, point, scale }: Scientific): string {
  if (digits === '') return scale === 0 ? '0' : `0.${'0'.repeat(scale)}`;
  const sign = isNegative ? '-' : '';
  const whole = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  if (scale === 0) return sign + whole;
  const fraction = '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  return `${sign}${whole}.${fraction.padEnd(scale, '0')}`;
}
