/** Powers of ten that a double holds exactly. */
export const powers = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * The number of JSON that stands here, as JSON.parse reads it. Up to 15 digits and 22 decimals, digits and power are
 * both exact as doubles, so one division rounds as the standard wants it (Clinger 1990); all else is left to Number.
 */
export function numberAt(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === 0x2d;
  let digits = 0;
  let count = 0;
  let decimals = 0;
  let isAfterDot = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const digit = bytes[at] - 0x30;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      count += 1;
      decimals += isAfterDot;
    } else if (digit === -2) isAfterDot = 1;
    else return slowly(bytes, start, end);
  }
  if (count > 15 || decimals > 22) return slowly(bytes, start, end);
  const value = decimals === 0 ? digits : digits / powers[decimals];
  return isNegative ? -value : value;
}

const slowly = (bytes: Uint8Array, start: number, end: number): number =>
  Number(String.fromCharCode(...bytes.subarray(start, end)));
