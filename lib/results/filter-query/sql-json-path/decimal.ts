import { numericOverflow } from './errors.ts';

/**
 * A number of a document, a path or a computation. A `number` stands for the decimal that `String` prints for it, and
 * only when that is a plain decimal without an exponent; whatever is longer, has zeros at its end or an exponent is a
 * `Decimal`. So `8.95` is a number, and `1.50`, `1e3` and `9007199254740993` are Decimals.
 */
export type JsonNumber = number | Decimal;

/** `coefficient / 10 ** scale`. The scale is what PostgreSQL shows, also when it is zeros. */
export type DecimalParts = { readonly coefficient: bigint; readonly scale: number };

/** Bounds of PostgreSQL's `numeric`: digits after the point, and weight of the first base-10000 digit. */
const scaleMax = 16_383;
const weightMax = 32_767;

/** A decimal with all of its digits. */
export class Decimal {
  readonly #token: string | undefined;
  #parts: DecimalParts | undefined;
  #text: string | undefined;
  #approximate: number | undefined;

  private constructor(token: string | undefined, parts: DecimalParts | undefined) {
    this.#token = token;
    this.#parts = parts;
  }

  /** A number as JSON writes it. Nothing is read before it is asked for. */
  static ofToken(token: string): Decimal {
    return new Decimal(token, undefined);
  }

  /** @throws SqlPathError 22003 outside of the bounds of `numeric`. */
  static of(coefficient: bigint, scale: number): Decimal {
    if (scale > scaleMax || !isWithinWeight(coefficient, scale)) throw numericOverflow();
    return new Decimal(undefined, { coefficient, scale });
  }

  /** @throws SqlPathError 22003 for a token outside of the bounds of `numeric`. */
  get parts(): DecimalParts {
    this.#parts ??= partsOfToken(this.#token ?? '0');
    if (this.#parts === undefined) throw numericOverflow();
    return this.#parts;
  }

  /** The nearest double; infinite or 0 when there is none near. */
  get approximate(): number {
    this.#approximate ??= Number(this.#token ?? this.toString());
    return this.#approximate;
  }

  /** Digits as PostgreSQL prints them: no exponent. A token that is out of bounds comes as it was written. */
  toString(): string {
    this.#text ??= this.#write();
    return this.#text;
  }

  #write(): string {
    const token = this.#token;
    if (token !== undefined && plainToken.test(token)) return token;
    const parts = this.#parts ?? partsOfToken(token ?? '0');
    return parts === undefined ? (token ?? '0') : textOf(parts);
  }
}

/** What is printed as it is written: no exponent, and no minus before a zero. */
const plainToken = /^(?:\d+|-(?=.*[1-9])\d+)(?:\.\d+)?$/;

/** Of a small number there is no need to count the digits: 2 ** 400,000 has 120,412. */
function isWithinWeight(coefficient: bigint, scale: number): boolean {
  if (BigInt.asIntN(400_000, coefficient) === coefficient) return true;
  return weightOf(digitsOf(coefficient).length - scale) <= weightMax;
}

const tokenForm = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/** Undefined outside of the bounds of `numeric`. */
function partsOfToken(token: string): DecimalParts | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = tokenForm.exec(token) ?? [];
  const shift = Number(exponent);
  const scale = Math.max(0, fraction.length - shift);
  if (Math.abs(shift) >= 2 ** 30 || scale > scaleMax) return undefined;
  const significant = (whole + fraction).replace(/^0+/, '');
  if (significant === '') return { coefficient: 0n, scale };
  if (weightOf(significant.length - fraction.length + shift) > weightMax) return undefined;
  const zeros = '0'.repeat(Math.max(0, shift - fraction.length));
  const coefficient = BigInt(significant + zeros);
  return { coefficient: sign === '' ? coefficient : -coefficient, scale };
}

/** Weight in base 10000 of the first digit, when there are so many digits before the point (below 0: zeros after it). */
export const weightOf = (digitsBeforePoint: number): number => Math.floor((digitsBeforePoint - 1) / 4);

export const digitsOf = (coefficient: bigint): string =>
  (coefficient < 0n ? -coefficient : coefficient).toString();

function textOf({ coefficient, scale }: DecimalParts): string {
  if (scale === 0) return coefficient.toString();
  const digits = digitsOf(coefficient).padStart(scale + 1, '0');
  return `${coefficient < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** A number as a document writes it. */
export function numberOfToken(token: string): JsonNumber {
  if (/[eE]/.test(token)) return Decimal.ofToken(token);
  const value = Number(token);
  return isShort(token, value) || String(value) === token ? value : Decimal.ofToken(token);
}

/** Few enough digits that String gives the same ones back, which is slower to ask: 15, and no zero at the end. */
function isShort(token: string, value: number): boolean {
  if (token.length > 16) return false;
  if (!token.includes('.')) return token !== '-0' && token.length <= 15;
  return !token.endsWith('0') && Math.abs(value) >= 1e-6;
}

/** A number as the text of a path writes it, for example `.5` or `1.`; @throws SqlPathError 22003. */
export function numberOfLiteral(text: string): JsonNumber {
  const parts = partsOfToken(text);
  if (parts === undefined) throw numericOverflow();
  return numberOf(parts.coefficient, parts.scale);
}

/** Integers that a double holds become one, for most of what is counted or compared is small; @throws SqlPathError 22003. */
export function numberOf(coefficient: bigint, scale: number): JsonNumber {
  if (scale === 0 && BigInt.asIntN(53, coefficient) === coefficient) return Number(coefficient);
  return Decimal.of(coefficient, scale);
}

/** Below 0, 0 or above 0. Exact: doubles decide unless they are equal, for rounding keeps the order. */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : left > right ? 1 : 0;
  const [near, other] = [approximateOf(left), approximateOf(right)];
  if (near !== other) return near < other ? -1 : 1;
  const [a, b] = [partsOf(left), partsOf(right)];
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [coefficientAt(a, scale), coefficientAt(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The nearest double. */
export const approximateOf = (value: JsonNumber): number =>
  typeof value === 'number' ? value : value.approximate;

/** @throws SqlPathError 22003 for a number of a document that is outside of the bounds of `numeric`. */
export function partsOf(value: JsonNumber): DecimalParts {
  if (typeof value !== 'number') return value.parts;
  if (Number.isSafeInteger(value)) return { coefficient: BigInt(value), scale: 0 };
  return partsOfToken(String(value)) ?? { coefficient: 0n, scale: 0 };
}

/** The coefficient at a scale that is not smaller. */
export const coefficientAt = ({ coefficient, scale }: DecimalParts, target: number): bigint =>
  scale === target ? coefficient : coefficient * 10n ** BigInt(target - scale);
