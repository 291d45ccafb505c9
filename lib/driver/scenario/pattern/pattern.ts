import { name, text } from '../../declaration/scalars.ts';
import { textOf as textOfScalar } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Read, SetValue } from '../../model/session.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import type { Scope } from '../scope.ts';
import { intOf, textOf } from '../values.ts';
import { UnsetVariable, type Variables } from '../variables.ts';
import { integerFormat, looksLikeInteger } from './integer-format.ts';
import { transformOf } from './transform.ts';

/** A compiled pattern: text that is made from a session. Throws `UnsetVariable` for an unset variable. */
export type TextSource = Read<string>;

/** Receives the message about a problem in a pattern, and a hint how to correct it. */
type Report = (message: string, hint?: string) => void;

type Part = { readonly text: string } | { readonly variable: string; readonly format: string };

/**
 * Reports problems in a pattern, and records the variables that it reads. The syntax is `${name}`,
 * `${format:name}`, and `$${` for a literal `${`.
 */
export function checkPattern(pattern: string, at: Path, scope: Scope): void {
  const report: Report = (message, hint) => scope.findings.error(at, message, hint);
  for (const part of partsOf(pattern, report)) {
    if ('text' in part) continue;
    const { variable, format } = part;
    if (variable === '')
      report("pattern has '${}' without the name of a variable", "write for example '${name}'");
    else scope.readsVariable(variable, looksLikeInteger(format) ? 'int' : undefined, at);
    if (looksLikeInteger(format)) numberFormat(format, report);
    else if (format !== '') transformOf(format, report);
  }
}

/** A field with text in which variables are replaced. */
export const patternText = (description: string, example?: string): ScopedField<string, false> => ({
  ...text(description, example),
  parse(raw, at, scope) {
    const pattern = textOfScalar(raw);
    if (pattern !== undefined) checkPattern(pattern, at, scope);
    return pattern;
  },
});

/** A field like `patternText`, but a number does not count as text. */
export const plainPattern = (description: string, example: string): ScopedField<string, false> => ({
  ...patternText(description, example),
  schema: name(description, example).schema,
});

/**
 * Compiles a pattern that `checkPattern` accepted. A pattern without variables costs nothing at run time.
 * `unset` returns the text for a variable without a value. Without `unset`, such a variable throws an error.
 */
export function compilePattern(
  pattern: string,
  variables: Variables,
  unset?: (name: string) => string,
): TextSource {
  const sources = partsOf(pattern, refuse).map((part): TextSource => {
    if (!('text' in part)) return variableSource(part.variable, part.format, variables, unset);
    const { text } = part;
    return () => text;
  });
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

/** The text of a pattern that reads no variable. Undefined for other patterns. */
export function constantText(pattern: string): string | undefined {
  const parts = partsOf(pattern, () => {});
  return parts.every((part) => 'text' in part) ? parts.map((part) => part.text).join('') : undefined;
}

function variableSource(
  name: string,
  format: string,
  variables: Variables,
  unset?: (name: string) => string,
): TextSource {
  const read = variables.read(name);
  const print = printOf(name, format);
  return (session, sequence) => {
    const value = read(session, sequence);
    if (value !== undefined) return print(value);
    if (unset === undefined) throw new UnsetVariable(name);
    return unset(name);
  };
}

/** Returns the function that formats a value for a pattern. Numbers change only with an integer format. */
function printOf(name: string, format: string): (value: SetValue) => string {
  if (looksLikeInteger(format)) {
    const print = numberFormat(format, refuse);
    return (value) => print(intOf(value, name));
  }
  const transform = format === '' ? undefined : transformOf(format, refuse);
  if (transform === undefined) return textOf;
  return (value) => (typeof value === 'number' ? String(value) : transform(textOf(value)));
}

function numberFormat(format: string, report: Report): (value: number) => string {
  const parsed = integerFormat(format);
  if ('print' in parsed) return parsed.print;
  report(`pattern has the malformed integer format '${format}': ${parsed.problem}`);
  return String;
}

function partsOf(pattern: string, report: Report): readonly Part[] {
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
      report(
        `pattern has '\${' at character ${open + 1} without its '}'`,
        "add the '}', or write '$${' for the text '${'",
      );
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

/** Parses the text inside `${...}` to a format and a name. The format ends at the first colon. */
function expressionOf(expression: string): Part {
  const colon = expression.indexOf(':');
  return colon < 0
    ? { variable: expression.trim(), format: '' }
    : { variable: expression.slice(colon + 1).trim(), format: expression.slice(0, colon).trim() };
}

function refuse(message: string): never {
  throw new Error(`a bug in Downpour: the plan contains a pattern that is not valid: ${message}`);
}
