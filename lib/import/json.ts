import { type ParseError, parse as parseLeniently } from 'jsonc-parser';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { positionAt, Refusal } from './refusal.ts';

/**
 * The members of an object in a source, unchecked. For a value of another form, the functions in this file
 * return an empty value or undefined.
 */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

/** Reads a list of `{name, value}` entries, as HAR has for headers and fields. */
export const pairsOf = (value: unknown): readonly (readonly [string, string])[] =>
  listOf(value).flatMap((item) => {
    const name = scalarText(fieldsOf(item).name);
    return name === undefined ? [] : [[name, scalarText(fieldsOf(item).value) ?? ''] as const];
  });

/**
 * Parses JSON.
 * @throws Refusal with the position of the first mistake.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw jsonRefusal(text, cause instanceof Error ? cause.message : String(cause));
  }
}

/**
 * The error for a wrong JSON text. The error of JSON.parse rarely has a position. jsonc-parser (0.3 MB)
 * reports the position, but is far slower, so it parses only wrong texts.
 */
function jsonRefusal(text: string, message: string): Refusal {
  const errors: ParseError[] = [];
  parseLeniently(text, errors, { disallowComments: true });
  const offset = errors[0]?.offset ?? text.length;
  const what =
    offset >= text.trimEnd().length || /Unexpected end|Unterminated/.test(message)
      ? 'it ends in the middle'
      : message
          .replace(/,? (in JSON|at position|\.\.\.|").*$/s, '')
          .replace(/^./, (first) => first.toLowerCase());
  return new Refusal(`this is not JSON: ${what}`, positionAt(text, offset));
}

/** Parses YAML or JSON. YAML aliases are limited, so that a small text cannot become a large value. */
export function parseYaml(text: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    strict: false,
    uniqueKeys: false,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new Refusal(`this is neither YAML nor JSON: ${error.message}`, { line, column: col });
  }
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch (cause) {
    throw new Refusal(`this YAML cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/**
 * A refusal with the position of a member. A text above 2 MB is not parsed again to find the position. The
 * message then has only the path.
 */
export function refusalAt(text: string, path: readonly (string | number)[], message: string): Refusal {
  if (text.length > 2_000_000) return new Refusal(message);
  const node = parseDocument(text, { strict: false, uniqueKeys: false, prettyErrors: false }).getIn(
    path,
    true,
  );
  return new Refusal(
    message,
    isNode(node) && node.range ? positionAt(text, node.range[0]) : { line: 1, column: 1 },
  );
}
