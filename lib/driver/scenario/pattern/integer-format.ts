/** A part of a number format such as `%05d`: fixed text, or the number in some form. */
type Part = string | Specifier;
type Specifier = {
  readonly flags: string;
  readonly width: number;
  readonly conversion: 'd' | 'o' | 'x' | 'X';
};

/**
 * True for a number format in a pattern, such as `%05d`. It contains `%` and ends with one of the letters d,
 * o, x and X.
 */
export const looksLikeInteger = (format: string): boolean => format.includes('%') && /[doxX]$/.test(format);

/**
 * Compiles a format by the rules of Java's `String.format` for one int: text, `%%`, `%n`, and
 * `%[flags][width]` with `d`, `o`, `x` or `X`. Returns the reason when a format is not valid.
 */
export function integerFormat(
  format: string,
): { readonly print: (value: number) => string } | { readonly problem: string } {
  const parts: Part[] = [];
  let rest = format;
  let numbers = 0;
  while (rest !== '') {
    const [found, text, literal, index, flags = '', width = '', conversion] =
      /^(?:([^%]+)|%(?:([%n])|(?:(\d+)\$)?([-#+ 0,(]{0,12})(\d*)([doxX])))/.exec(rest) ?? [];
    if (found === undefined)
      return { problem: `'${rest}' cannot be in an integer format; write for example %d or %04d` };
    rest = rest.slice(found.length);
    if (conversion === undefined) {
      parts.push(text ?? (literal === 'n' ? '\n' : '%'));
      continue;
    }
    const problem = problemOf(flags, width, conversion as Specifier['conversion']);
    if (problem !== undefined) return { problem };
    numbers += index === undefined ? 1 : 0;
    if (numbers > 1 || (index !== undefined && index !== '1'))
      return { problem: 'an integer format may have only one placeholder, such as %d' };
    parts.push({ flags, width: Number(width), conversion: conversion as Specifier['conversion'] });
  }
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return { print: (value) => printed(only, value) };
  return {
    print: (value) => parts.map((part) => (typeof part === 'string' ? part : printed(part, value))).join(''),
  };
}

/** The largest width of a number. A larger width is a mistake or an attack. */
const widthMax = 1_000;

function problemOf(flags: string, width: string, conversion: Specifier['conversion']): string | undefined {
  const twice = [...flags].find((flag, index) => flags.indexOf(flag) !== index);
  if (twice !== undefined) return `flag '${twice}' is given twice`;
  if (Number(width) > widthMax) return `width ${width} is above ${widthMax}`;
  for (const flag of '-0')
    if (flags.includes(flag) && width === '') return `flag '${flag}' needs a width, such as %${flag}4d`;
  for (const [one, other] of ['-0', '+ '])
    if (flags.includes(one ?? '') && flags.includes(other ?? ''))
      return `flags '${one}' and '${other}' cannot be used together`;
  const wrong = [...(conversion === 'd' ? '#' : '+ ,(')].find((flag) => flags.includes(flag));
  return wrong === undefined ? undefined : `flag '${wrong}' cannot be used with '${conversion}'`;
}

function printed({ flags, width, conversion }: Specifier, value: number): string {
  const has = (flag: string): boolean => flags.includes(flag);
  let before = '';
  let digits: string;
  let behind = '';
  if (conversion === 'd') {
    const plain = String(Math.abs(value));
    digits = has(',') ? plain.replace(/\B(?=(\d{3})+$)/g, ',') : plain;
    if (value < 0) [before, behind] = has('(') ? ['(', ')'] : ['-', ''];
    else before = has('+') ? '+' : has(' ') ? ' ' : '';
  } else {
    // For a negative number, the octal and hexadecimal forms show its 32 bits.
    digits = (value >>> 0).toString(conversion === 'o' ? 8 : 16);
    if (has('#')) before = conversion === 'o' ? '0' : '0x';
  }
  if (has('0')) digits = digits.padStart(width - before.length - behind.length, '0');
  const text = before + digits + behind;
  const padded = has('-') ? text.padEnd(width) : text.padStart(width);
  return conversion === 'X' ? padded.toUpperCase() : padded;
}
