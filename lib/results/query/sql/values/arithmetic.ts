import { type ArithmeticOperator, calculateDoubles } from '../../operators.ts';
import { QueryError } from '../../query-error.ts';
import {
  coefficientAt,
  type Decimal,
  type DecimalParts,
  decimalParts,
  type JsonNumber,
  numberOf,
  scientificOf,
  weightOf,
} from './decimal.ts';
import type { Scientific } from './scientific.ts';

/**
 * Calculates as PostgreSQL's `numeric` does, with its digits after the point: `0.1 + 0.2` is `0.3`, `1.50 *
 * 2` is `3.00` and `10 / 4` is `2.5000000000000000`.
 * @throws QueryError 22012 for a division by zero, 22003 for a result too large for `numeric`.
 */
export function calculate(operator: ArithmeticOperator, left: JsonNumber, right: JsonNumber): JsonNumber {
  return calculateSmall(operator, left, right) ?? calculateExactly(operator, left, right);
}

/** Calculates with integers in doubles. Undefined when the result might not be exact. */
function calculateSmall(
  operator: ArithmeticOperator,
  left: JsonNumber,
  right: JsonNumber,
): number | undefined {
  if (operator === '/' || !Number.isSafeInteger(left) || !Number.isSafeInteger(right)) return undefined;
  const result = calculateDoubles(operator, left as number, right as number);
  // Adding 0 turns -0 into 0, because decimals have no -0.
  return Number.isSafeInteger(result) ? result + 0 : undefined;
}

function calculateExactly(operator: ArithmeticOperator, left: JsonNumber, right: JsonNumber): JsonNumber {
  const [a, b] = [decimalParts(left), decimalParts(right)];
  switch (operator) {
    case '+':
    case '-':
      return add(a, b, operator === '+' ? 1n : -1n);
    case '*':
      return multiply(a, b);
    case '/':
      if (b.coefficient === 0n) throw divisionByZero();
      return divide(a, b, quotientScale(left, right));
    case '%':
      return remainder(a, b);
  }
}

function add(left: DecimalParts, right: DecimalParts, sign: 1n | -1n): JsonNumber {
  const scale = Math.max(left.scale, right.scale);
  return numberOf(coefficientAt(left, scale) + sign * coefficientAt(right, scale), scale);
}

/** The most digits after the point that `numeric` keeps of a product. */
const productScaleMax = 16_383;

function multiply(left: DecimalParts, right: DecimalParts): JsonNumber {
  const coefficient = left.coefficient * right.coefficient;
  const scale = left.scale + right.scale;
  if (scale <= productScaleMax) return numberOf(coefficient, scale);
  return numberOf(roundedQuotient(coefficient, 10n ** BigInt(scale - productScaleMax)), productScaleMax);
}

function divide(left: DecimalParts, right: DecimalParts, scale: number): JsonNumber {
  const shift = BigInt(scale + right.scale - left.scale);
  const [dividend, divisor] =
    shift >= 0n
      ? [left.coefficient * 10n ** shift, right.coefficient]
      : [left.coefficient, right.coefficient * 10n ** -shift];
  return numberOf(roundedQuotient(dividend, divisor), scale);
}

/** Divides and rounds to the nearest integer, half away from zero. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  const isHalf = 2n * magnitude(rest) >= magnitude(divisor);
  if (!isHalf) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * The digits after the point that PostgreSQL's `numeric` computes for a quotient: enough for 16 significant
 * digits, at least as many as each operand has, and at most 1,000. PostgreSQL estimates them in base-10000
 * digits from the first digits of the operands.
 */
function quotientScale(left: JsonNumber, right: JsonNumber): number {
  const [dividend, divisor] = [leading(scientificOf(left)), leading(scientificOf(right))];
  const isSmaller = dividend.digit <= divisor.digit;
  const weight = dividend.weight - divisor.weight - (isSmaller ? 1 : 0);
  return Math.min(1000, Math.max(16 - 4 * weight, dividend.scale, divisor.scale, 0));
}

type Leading = { readonly digit: number; readonly weight: number; readonly scale: number };

/** The first base-10000 digit that is not 0, and its position. */
function leading({ digits, point, scale }: Scientific): Leading {
  if (digits === '') return { digit: 0, weight: 0, scale };
  const weight = weightOf(point);
  const width = point - 4 * weight;
  return { digit: Number(digits.slice(0, width).padEnd(width, '0')), weight, scale };
}

/** The remainder of a division. It has the sign of the dividend. */
function remainder(left: DecimalParts, right: DecimalParts): JsonNumber {
  if (right.coefficient === 0n) throw divisionByZero();
  const scale = Math.max(left.scale, right.scale);
  return numberOf(coefficientAt(left, scale) % coefficientAt(right, scale), scale);
}

const divisionByZero = (): QueryError => new QueryError('22012', 'division by zero');

export const negate = (value: JsonNumber): JsonNumber =>
  typeof value === 'number' ? 0 - value : value.negated();

export function absolute(value: JsonNumber): JsonNumber {
  if (typeof value === 'number') return Math.abs(value);
  return value.isNegative ? value.negated() : value;
}

export function floor(value: JsonNumber): JsonNumber {
  if (typeof value === 'number') return Math.floor(value);
  return isWritten(value) ? value : wholeBelow(value.parts);
}

export function ceiling(value: JsonNumber): JsonNumber {
  if (typeof value === 'number') return Math.ceil(value) + 0;
  if (isWritten(value)) return value;
  const { coefficient, scale } = value.parts;
  return negate(wholeBelow({ coefficient: -coefficient, scale }));
}

/** True for a whole number that is returned unchanged, with its exponent, because it has so many digits. */
const isWritten = (value: Decimal): boolean => !value.isShort && value.scale === 0;

function wholeBelow({ coefficient, scale }: DecimalParts): JsonNumber {
  const unit = 10n ** BigInt(scale);
  const whole = coefficient / unit;
  return numberOf(coefficient < 0n && coefficient % unit !== 0n ? whole - 1n : whole, 0);
}

/** The number without its fraction. Infinite for a number beyond the range of doubles. */
export function truncate(value: JsonNumber): number {
  if (typeof value === 'number') return Math.trunc(value) + 0;
  if (value.scale >= 0 && !Number.isFinite(value.approximate)) return value.approximate;
  const { isNegative, digits, point } = value.scientific;
  const whole = point <= 0 ? 0 : Number(digits.slice(0, point).padEnd(point, '0'));
  return isNegative ? 0 - whole : whole;
}
