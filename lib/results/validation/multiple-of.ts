import type { FuncKeywordDefinition } from 'ajv';

/**
 * The keyword `multipleOf`, computed with decimals. Dividing doubles would find that 19.99 is not a multiple
 * of 0.01.
 */
export const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: ({ schema }) => `must be multiple of ${schema}` },
  compile: (divisor: number) => (value: number) => isMultiple(value, divisor),
};

/**
 * True if a number is a multiple of another. It compares the shortest decimals that the two doubles
 * represent. For up to 15 digits they are the numbers of the document.
 */
function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [a, b] = [decimal(value), decimal(divisor)];
  const places = Math.max(a.places, b.places);
  return scaled(a, places) % scaled(b, places) === 0n;
}

/** A number as `digits` / 10 ** `places`. */
type Decimal = { readonly digits: bigint; readonly places: number };

function decimal(value: number): Decimal {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

const scaled = ({ digits, places }: Decimal, scale: number): bigint => digits * 10n ** BigInt(scale - places);
