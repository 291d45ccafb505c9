import type { Path } from '../document/problem.ts';
import type { Read } from '../model/session.ts';
import type { Scope } from './scope.ts';
import { textOf } from './values.ts';
import type { Variables } from './variables.ts';

/** Text drawn from a session: a pattern after compilation. Throws `UnsetVariable` when it reads an unset variable. */
export type TextSource = Read<string>;

type Part = { readonly text: string } | { readonly variable: string; readonly format: string };
type Transform = (value: string) => string;

/** Reports what is wrong in a pattern and which variables it reads. Grammar: `${name}`, `${format:name}`, and `$${` for a literal `${`. */
export function checkPattern(pattern: string, at: Path, scope: Scope): void {
  for (const part of partsOf(pattern, (message) => scope.findings.error(at, message))) {
    if ('text' in part) continue;
    scope.readsVariable(part.variable, integerFormat.test(part.format) ? 'int' : undefined, at);
    transformOf(part.format, (message) => scope.findings.error(at, message));
  }
}

/** A pattern that `checkPattern` accepted, as a function of the session. A pattern without variables costs nothing. */
export function compilePattern(pattern: string, variables: Variables): TextSource {
  const sources = partsOf(pattern, refuse).map((part) =>
    'text' in part ? () => part.text : variableSource(part.variable, part.format, variables),
  );
  const [first, second] = sources;
  if (first === undefined) return () => '';
  if (second === undefined) return first;
  if (sources.length === 2)
    return (session, sequence) => first(session, sequence) + second(session, sequence);
  return (session, sequence) => {
    let text = '';
    for (const source of sources) text += source(session, sequence);
    return text;
  };
}

/** The literal text of a pattern that reads no variable, else undefined. */
export function constantText(pattern: string): string | undefined {
  const parts = partsOf(pattern, () => {});
  return parts.every((part) => 'text' in part) ? parts.map((part) => part.text).join('') : undefined;
}

function variableSource(name: string, format: string, variables: Variables): TextSource {
  const value = variables.need(name);
  const transform = transformOf(format, refuse);
  if (transform === undefined) return (session, sequence) => textOf(value(session, sequence));
  return (session, sequence) => transform(textOf(value(session, sequence)));
}

function partsOf(pattern: string, report: (message: string) => void): readonly Part[] {
  const parts: Part[] = [];
  let text = '';
  let at = 0;
  while (at < pattern.length) {
    const open = pattern.indexOf('${', at);
    if (open < 0) break;
    if (open > at && pattern[open - 1] === '$') {
      text += `${pattern.slice(at, open - 1)}\${`;
      at = open + 2;
      continue;
    }
    const close = pattern.indexOf('}', open);
    if (close < 0) {
      report(`pattern has '\${' at character ${open + 1} without its '}'`);
      break;
    }
    text += pattern.slice(at, open);
    if (text !== '') parts.push({ text });
    text = '';
    parts.push(expressionOf(pattern.slice(open + 2, close)));
    at = close + 1;
  }
  text += pattern.slice(at);
  if (text !== '') parts.push({ text });
  return parts;
}

function expressionOf(expression: string): Part {
  const colon = expression.indexOf(':');
  return colon < 0
    ? { variable: expression.trim(), format: '' }
    : { variable: expression.slice(colon + 1).trim(), format: expression.slice(0, colon).trim() };
}

const integerFormat = /^%([-+0 ,]*)(\d*)([doxX])$/;

function transformOf(format: string, report: (message: string) => void): Transform | undefined {
  if (format === '') return undefined;
  const word = format.toLowerCase();
  if (word === 'urlencode') return urlEncode;
  if (word === 'base64encode') return (value) => Buffer.from(value, 'utf8').toString('base64');
  if (word === 'base64decode') return (value) => Buffer.from(value, 'base64').toString('utf8');
  if (integerFormat.test(format)) return integerTransform(format);
  if (word.startsWith('replace')) return replaceTransform(format.slice('replace'.length), report);
  report(
    `pattern has the unknown format '${format}', expected urlencode, base64encode, base64decode, replace/REGEX/TEXT/ or an integer format such as %04d`,
  );
  return undefined;
}

/** Query-style encoding: a space becomes `+`, as in application/x-www-form-urlencoded. */
export const urlEncode: Transform = (value) =>
  encodeURIComponent(value)
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

function integerTransform(format: string): Transform {
  const [, flags = '', width = '', kind = 'd'] = integerFormat.exec(format) ?? [];
  const least = Number(width);
  return (value) => {
    const number = Number(value);
    const sign = kind === 'd' && number < 0 ? '-' : flags.includes('+') && kind === 'd' ? '+' : '';
    const digits = digitsOf(number, kind, flags.includes(','));
    if (flags.includes('-')) return (sign + digits).padEnd(least);
    return flags.includes('0')
      ? sign + digits.padStart(least - sign.length, '0')
      : (sign + digits).padStart(least);
  };
}

function digitsOf(number: number, kind: string, grouped: boolean): string {
  if (kind === 'd') {
    const digits = String(Math.abs(number));
    return grouped ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits;
  }
  const digits = (number >>> 0).toString(kind === 'o' ? 8 : 16);
  return kind === 'X' ? digits.toUpperCase() : digits;
}

function replaceTransform(rest: string, report: (message: string) => void): Transform | undefined {
  const [regex, replacement, flags] = rest.slice(1).split(rest[0] ?? '/');
  if (regex === undefined || replacement === undefined || flags === undefined || !/^g?$/.test(flags)) {
    report(
      `pattern has a malformed replace '${rest}', expected replace/REGEX/TEXT/ with the optional flag g`,
    );
    return undefined;
  }
  try {
    const expression = new RegExp(regex, `${flags}u`);
    return (value) => value.replace(expression, replacement);
  } catch (error) {
    report(`pattern has the invalid regular expression '${regex}': ${(error as Error).message}`);
    return undefined;
  }
}

function refuse(message: string): never {
  throw new Error(`pattern was not checked before compilation: ${message}`);
}
