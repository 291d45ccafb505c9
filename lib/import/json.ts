import { type ParseError, parse as parseLeniently } from 'jsonc-parser';
import { isNode, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml';
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
    : typeof value === 'number' || typeof value === 'bigint'
      ? digitsOf(value)
      : typeof value === 'boolean'
        ? String(value)
        : undefined;

/**
 * The digits of a number. For an integer above 2^53, `String` writes the fewest digits that lead to the same
 * double, so the text may be another integer.
 */
const digitsOf = (value: number | bigint): string =>
  isUnsafeInteger(value) && Math.abs(Number(value)) < 1e21 ? String(BigInt(value)) : String(value);

/** The JSON text of a value, with every digit of an integer. Undefined where JSON has no such value. */
export const jsonText = (value: unknown, indent?: number): string | undefined =>
  JSON.stringify(
    value,
    (_, each: unknown) =>
      typeof each === 'bigint' || isUnsafeInteger(each) ? JSON.rawJSON(digitsOf(each as number)) : each,
    indent,
  );

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

/**
 * Parses YAML or JSON. YAML aliases are limited, so that a small text cannot become a large value. An integer
 * that a double does not hold becomes a `bigint`, except where it is a bound of a JSON Schema.
 */
export function parseYaml(text: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    strict: false,
    uniqueKeys: false,
    // YAML 1.2 has no merge key, but other readers of OpenAPI take the members after `<<`.
    merge: true,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    const isDeep = error.code === 'RESOURCE_EXHAUSTION';
    const what = isDeep ? tooDeep : `this is neither YAML nor JSON: ${error.message}`;
    throw new Refusal(what, { line, column: col });
  }
  visit(document, {
    Alias(_key, node, path) {
      const isAround = path.some((each) => isNode(each) && each.anchor === node.source);
      if (!isAround || !path.some((each) => each === node.resolve(document))) return;
      const { line, col } = lines.linePos(node.range?.[0] ?? 0);
      throw new Refusal(
        `the YAML alias *${node.source} contains itself; write a value in place of the alias`,
        {
          line,
          column: col,
        },
      );
    },
    Scalar(_key, node, path) {
      const owner = path.at(-1);
      const isBound = isPair(owner) && isScalar(owner.key) && bounds.has(String(owner.key.value));
      if (isUnsafeInteger(node.value) && /^[-+]?\d+$/.test(node.source ?? '') && !isBound)
        node.value = BigInt(node.source?.replace('+', '') ?? '');
    },
  });
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch (cause) {
    if (cause instanceof RangeError) throw new Refusal(tooDeep);
    throw new Refusal(`this YAML cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** The libraries call themselves for each level, so the free stack decides how many levels they read. */
const tooDeep = 'its lists and mappings are nested too deeply; use fewer than 500 levels';

/** The members of a JSON Schema that libraries compute with. They stay doubles. */
const bounds = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);

const isUnsafeInteger = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

/**
 * A refusal with the position of a member. A text above 2 million characters is not parsed again to find the
 * position. The refusal then has no position.
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
