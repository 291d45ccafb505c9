import { QueryError } from '../../query-error.ts';
import { coefficientOf, type Scientific, scientificOfToken, writtenOut } from './scientific.ts';

/**
 * A number of a document, of a path or of a calculation. A JavaScript `number` is used for a plain decimal
 * that `String` prints with the same digits. A longer decimal, one with zeros at its end and one with an
 * exponent are a `Decimal`. So `8.95` is a number, and `1.50`, `1e3` and `9007199254740993` are Decimals.
 */
export type JsonNumber = number | Decimal;

/**
 * A decimal as `coefficient / 10 ** scale`. PostgreSQL shows `scale` digits after the point, even if they are
 * zeros.
 */
export type DecimalParts = { readonly coefficient: bigint; readonly scale: number };

/**
 * The bounds of PostgreSQL's `numeric`: digits after the point, and the position of the first digit in base
 * 10000.
 */
const scaleMax = 16_383;
const weightMax = 32_767;

const shortLength = 64;

/**
 * A decimal, from a number of the document or from a calculation. The digits of an exponent are written out
 * for each use and not kept, because a document may have a million times `1e131000`, of 54 KB each.
 */
export class Decimal {
  readonly #token: string | undefined;
  readonly #computed: DecimalParts | undefined;
  #approximate: number | undefined;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor cannot be a #name
  private constructor(token: string | undefined, computed: DecimalParts | undefined) {
    this.#token = token;
    this.#computed = computed;
  }

  /** A number as JSON or a path writes it. It is parsed on first use. */
  static ofToken(token: string): Decimal {
    return new Decimal(token, undefined);
  }

  /**
   * Makes the decimal `coefficient / 10 ** scale`.
   * @throws QueryError 22003 for a decimal beyond the bounds of PostgreSQL's `numeric`.
   */
  static of(coefficient: bigint, scale: number): Decimal {
    if (scale > scaleMax || !isWithinWeight(coefficient, scale)) throw numericOverflow();
    return new Decimal(undefined, { coefficient, scale });
  }

  /**
   * The decimal with all digits of its exponent.
   * @throws QueryError 22003 for a decimal beyond the bounds of PostgreSQL's `numeric`.
   */
  get parts(): DecimalParts {
    return this.#computed ?? expanded(this.#bounded());
  }

  /** True for the result of a computation, which has no shorter form than all of its digits. */
  get isComputed(): boolean {
    return this.#computed !== undefined;
  }

  /**
   * The significant digits. For a computed number of 131,000 digits this takes 14 ms.
   * @throws QueryError in the same cases as the getter `parts`.
   */
  get scientific(): Scientific {
    return this.#computed === undefined ? this.#bounded() : scientificOfComputed(this.#computed);
  }

  get isNegative(): boolean {
    return this.#computed === undefined ? this.#bounded().isNegative : this.#computed.coefficient < 0n;
  }

  /**
   * The number of digits after the point.
   * @throws QueryError in the same cases as the getter `parts`.
   */
  get scale(): number {
    return this.#computed?.scale ?? this.#bounded().scale;
  }

  get isZero(): boolean {
    return this.#computed === undefined ? this.#bounded().digits === '' : this.#computed.coefficient === 0n;
  }

  /** The nearest double; infinite or 0 outside of the range of doubles. */
  get approximate(): number {
    this.#approximate ??= Number(
      this.#computed?.scale === 0 ? this.#computed.coefficient : (this.#token ?? this.toString()),
    );
    return this.#approximate;
  }

  /** The number of characters that a comparison reads. */
  get writtenLength(): number {
    return this.#token?.length ?? this.length;
  }

  /** True if the number has so few digits that writing it out is cheap. */
  get isShort(): boolean {
    return this.length <= shortLength;
  }

  /** The approximate number of digits when it is written out. */
  get length(): number {
    if (this.#computed === undefined) return lengthOfToken(this.#token ?? '0');
    const { coefficient, scale } = this.#computed;
    return Math.max(lengthOfCoefficient(coefficient), scale);
  }

  /**
   * The number with the opposite sign.
   * @throws QueryError 22003 for a number beyond the bounds of PostgreSQL's `numeric`.
   */
  negated(): JsonNumber {
    if (this.#computed !== undefined) return numberOf(-this.#computed.coefficient, this.#computed.scale);
    this.#bounded();
    const token = this.#token ?? '0';
    return Decimal.ofToken(token.startsWith('-') ? token.slice(1) : `-${token}`);
  }

  /**
   * The digits as PostgreSQL prints them, without an exponent. A number beyond the bounds of PostgreSQL's
   * `numeric` is returned as the document writes it.
   */
  toString(): string {
    if (this.#computed !== undefined) return decimalText(this.#computed);
    const token = this.#token ?? '0';
    if (plainToken.test(token)) return token;
    const scientific = bounded(token);
    return scientific === undefined ? token : writtenOut(scientific);
  }

  #bounded(): Scientific {
    const scientific = bounded(this.#token ?? '0');
    if (scientific === undefined) throw numericOverflow();
    return scientific;
  }
}

/**
 * The error for a number that PostgreSQL's type `numeric` cannot hold. The message has the words of
 * PostgreSQL, because recorded answers of PostgreSQL are compared with it.
 */
const numericOverflow = (): QueryError => new QueryError('22003', 'value overflows numeric format');

/** A number as text that PostgreSQL prints unchanged: it has no exponent, and is not a zero with a minus. */
const plainToken = /^(?:\d+|-(?=.*[1-9])\d+)(?:\.\d+)?$/;

/**
 * The approximate number of digits, found without reading each digit. An exponent out of bounds counts as the
 * largest allowed.
 */
function lengthOfToken(token: string): number {
  const mark = Math.max(token.lastIndexOf('e'), token.lastIndexOf('E'));
  if (mark < 0) return token.length;
  return mark + Math.min(Math.abs(Number(token.slice(mark + 1))), 4 * weightMax + scaleMax);
}

/**
 * The approximate number of digits of a coefficient. It counts in base 16, which takes a hundredth of the
 * time of base 10.
 */
function lengthOfCoefficient(coefficient: bigint): number {
  if (BigInt.asIntN(64, coefficient) === coefficient) return 20;
  return Math.ceil(coefficient.toString(16).length * 1.21);
}

/**
 * True if a number is below the bound of PostgreSQL's `numeric`. Numbers of few bits need no comparison: 10
 * ** 131,072 has 435,412 bits.
 */
function isWithinWeight(coefficient: bigint, scale: number): boolean {
  if (BigInt.asIntN(435_411, coefficient) === coefficient) return true;
  const bound = 10n ** BigInt(4 * (weightMax + 1) + scale);
  return coefficient < bound && -coefficient < bound;
}

/**
 * The digits and the exponent of a number. Undefined for a number beyond the bounds of PostgreSQL's
 * `numeric`.
 */
function bounded(token: string): Scientific | undefined {
  const scientific = scientificOfToken(token);
  if (scientific === undefined || scientific.scale > scaleMax) return undefined;
  return scientific.digits !== '' && weightOf(scientific.point) > weightMax ? undefined : scientific;
}

const expanded = (scientific: Scientific): DecimalParts => ({
  coefficient: coefficientOf(scientific),
  scale: scientific.scale,
});

/**
 * The position in base 10000 of the first digit of a number.
 * @param digitsBeforePoint below 0: the number of zeros after the point.
 */
export const weightOf = (digitsBeforePoint: number): number => Math.floor((digitsBeforePoint - 1) / 4);

export const digitsOf = (coefficient: bigint): string =>
  (coefficient < 0n ? -coefficient : coefficient).toString();

function decimalText({ coefficient, scale }: DecimalParts): string {
  if (scale === 0) return coefficient.toString();
  const digits = digitsOf(coefficient).padStart(scale + 1, '0');
  return `${coefficient < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Converts a number of a document. */
export function numberOfToken(token: string): JsonNumber {
  if (/[eE]/.test(token)) return Decimal.ofToken(token);
  const value = Number(token);
  return isShort(token, value) || String(value) === token ? value : Decimal.ofToken(token);
}

/**
 * True for a number with so few digits that String returns the same ones: at most 15, and no zero at the end.
 * This test is faster than calling String.
 */
function isShort(token: string, value: number): boolean {
  if (token.length > 16) return false;
  if (!token.includes('.')) return token !== '-0' && token.length <= 15;
  return !token.endsWith('0') && Math.abs(value) >= 1e-6;
}

/**
 * Converts a number that is written in a path, for example `.5` or `1.`.
 * @throws QueryError 22003 for a number beyond the bounds of PostgreSQL's `numeric`.
 */
export function numberOfLiteral(text: string): JsonNumber {
  const scientific = bounded(text);
  if (scientific === undefined) throw numericOverflow();
  // Only a short number is parsed here, once, because a query may calculate with it a million times. A longer
  // number is parsed on use.
  if (lengthOfToken(text) > shortLength) return Decimal.ofToken(text);
  return numberOf(coefficientOf(scientific), scientific.scale);
}

/**
 * The number `coefficient / 10 ** scale`. An integer that a double holds becomes a double, because most
 * counted or compared numbers are small.
 * @throws QueryError 22003 for a number beyond the bounds of PostgreSQL's `numeric`.
 */
export function numberOf(coefficient: bigint, scale: number): JsonNumber {
  if (scale === 0 && BigInt.asIntN(53, coefficient) === coefficient) return Number(coefficient);
  return Decimal.of(coefficient, scale);
}

/** The nearest double of a number. */
export const approximateOf = (value: JsonNumber): number =>
  typeof value === 'number' ? value : value.approximate;

/**
 * The number as coefficient and scale.
 * @throws QueryError 22003 for a number of a document that is beyond the bounds of PostgreSQL's `numeric`.
 */
export function decimalParts(value: JsonNumber): DecimalParts {
  if (typeof value !== 'number') return value.parts;
  if (Number.isSafeInteger(value)) return { coefficient: BigInt(value), scale: 0 };
  const scientific = bounded(String(value));
  return scientific === undefined ? { coefficient: 0n, scale: 0 } : expanded(scientific);
}

/**
 * The number as digits and exponent.
 * @throws QueryError 22003 for a number of a document that is beyond the bounds of PostgreSQL's `numeric`.
 */
export function scientificOf(value: JsonNumber): Scientific {
  return typeof value === 'number' ? (bounded(String(value)) ?? zero) : value.scientific;
}

const zero: Scientific = { isNegative: false, digits: '', point: 0, scale: 0 };

const scientificOfComputed = (parts: DecimalParts): Scientific =>
  scientificOfToken(decimalText(parts)) ?? zero;

/** The coefficient of the same number with at least as many digits after the point. */
export const coefficientAt = ({ coefficient, scale }: DecimalParts, target: number): bigint =>
  scale === target ? coefficient : coefficient * 10n ** BigInt(target - scale);

/**
 * Compares two numbers exactly. Doubles decide unless they are equal, because rounding keeps the order.
 * @returns below 0, 0 or above 0.
 */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : left > right ? 1 : 0;
  const [near, other] = [approximateOf(left), approximateOf(right)];
  if (near !== other) return near < other ? -1 : 1;
  if (isComputed(left) || isComputed(right)) return compareParts(decimalParts(left), decimalParts(right));
  return compareScientific(scientificOf(left), scientificOf(right));
}

export const isComputed = (value: JsonNumber): boolean => typeof value !== 'number' && value.isComputed;

function compareParts(a: DecimalParts, b: DecimalParts): number {
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [coefficientAt(a, scale), coefficientAt(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Compares signs, then the positions of the first digits, then the digits. No exponent is written out. */
function compareScientific(a: Scientific, b: Scientific): number {
  const [sign, other] = [signOf(a), signOf(b)];
  if (sign !== other || sign === 0) return sign - other;
  if (a.point !== b.point) return a.point < b.point ? -sign : sign;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -sign : sign;
}

const signOf = ({ isNegative, digits }: Scientific): number => (digits === '' ? 0 : isNegative ? -1 : 1);

// The cost of calculations in steps of an evaluation. A step takes some 0.1 to 0.2 µs. Most decimals are
// short and cost one step.

/** The cost in steps of reading a number once, for example to change its sign. */
export const readingSteps = (value: JsonNumber): number =>
  typeof value === 'number' ? 0 : value.writtenLength >> 6;

/**
 * The cost in steps of a comparison. Exponents are not written out, unless one of the numbers was calculated.
 */
export function comparisonSteps(left: JsonNumber, right: JsonNumber): number {
  if (isComputed(left) || isComputed(right)) return calculationSteps(left, right);
  return readingSteps(left) + readingSteps(right);
}

/**
 * The cost in steps of a calculation. BigInt reads, multiplies, divides and prints in a time that grows with
 * the digits to the power of 1.5: 13 ms for reading and multiplying two numbers of 131,000 digits, 6 µs for a
 * thousand digits.
 */
export function calculationSteps(left: JsonNumber, right: JsonNumber = 0): number {
  const digits = lengthOf(left) + lengthOf(right);
  return digits <= 64 ? 1 : 1 + Math.floor(digits ** 1.5 / 1000);
}

const lengthOf = (value: JsonNumber): number => (typeof value === 'number' ? 16 : value.length);
