import type { Scalar } from 'yaml';
import { foreignSpaceIn } from '../messages/yaml-errors.ts';
import type { ParameterTable } from '../parameter.ts';
import { pointerTo } from '../path.ts';
import type { Path } from '../problem.ts';
import { textOf } from './aliases-and-tags.ts';
import type { Bounds } from './bounds.ts';
import type { Record } from './source-places.ts';

/**
 * Reads scalars (texts, numbers, booleans). Remembers the text of each scalar whose value would be written
 * differently.
 */
export class Scalars {
  readonly #parameters: ParameterTable;
  readonly #record: Record;
  readonly #bounds: Bounds;

  constructor(parameters: ParameterTable, record: Record, bounds: Bounds) {
    this.#parameters = parameters;
    this.#record = record;
    this.#bounds = bounds;
  }

  /** Reads a scalar as the YAML library does. */
  plain(node: Scalar, path: Path): unknown {
    const text = textOf(node);
    this.#bounds.characters(text.length, path);
    this.#warnOfComment(node, path);
    if (typeof node.value === 'string') {
      this.#warnOfParameter(node, node.value, path);
      this.#warnOfQuote(node, node.value, path);
      this.#warnOfSpace(node, node.value, path);
      return node.value;
    }
    const isKnown = typeof node.value === 'number' || typeof node.value === 'boolean';
    const value = isKnown || node.value === null ? node.value : (node.source ?? null);
    this.#remember(text, value ?? '', path);
    return value;
  }

  /** Reads the value of a `!param`. */
  parameter(node: Scalar, path: Path): unknown {
    this.#warnOfComment(node, path);
    const resolved = this.#parameters.resolve(textOf(node));
    if ('text' in resolved) return this.unquoted(resolved.text, path);
    if (resolved.wrong !== undefined) this.#record.problem(node, path, resolved.wrong, resolved.hint);
    return this.#record.unreadable(path);
  }

  /** Joins the texts of a `!concat`, and reads the result as a value. */
  joined(texts: readonly string[], path: Path): unknown {
    this.#record.origins.set(pointerTo(path), 'made by !concat');
    return this.unquoted(texts.join(''), path);
  }

  /**
   * Reads a text in the way in which YAML reads an unquoted scalar: it may become a number or boolean. An
   * empty text remains a text.
   */
  unquoted(text: string, path: Path): unknown {
    this.#bounds.characters(text.length, path);
    const value = plainValue(text);
    this.#remember(text, value, path);
    return value;
  }

  /**
   * The text of a value at a path. If the value is a list or mapping, this is reported and the result is
   * undefined.
   */
  textAt(value: unknown, node: unknown, path: Path, what: string): string | undefined {
    const pointer = pointerTo(path);
    if (this.#record.unread.has(pointer)) return undefined;
    if (typeof value !== 'object' || value === null)
      return this.#record.written.get(pointer) ?? String(value ?? '');
    this.#record.problem(node, path, `${what} must be a single value, not a list or mapping`);
    return undefined;
  }

  #warnOfComment(node: Scalar, path: Path): void {
    if (isCut(node) && this.#record.isOnOneLine(node))
      this.#record.problem(
        node,
        path,
        `YAML reads '#${node.comment}' as a comment, not as a part of the value`,
        `write the whole value in quotes if '#' is a part of it, or '# ${node.comment}' if it is a comment`,
        'warning',
      );
  }

  #warnOfParameter(node: Scalar, text: string, path: Path): void {
    const name = /!param\s+(\w+)/i.exec(text)?.[1];
    if (name !== undefined)
      this.#record.problem(
        node,
        path,
        `'!param ${name}' inside a text stays in the text`,
        /^\s*!param\b/i.test(text)
          ? 'remove the quotes around it'
          : `join the parts, as in !concat [ /items/, !param ${name} ]`,
        'warning',
      );
  }

  #warnOfQuote(node: Scalar, text: string, path: Path): void {
    const [quote] = node.type === 'PLAIN' ? (/^[“”„‟«»‘’]/.exec(text) ?? []) : [];
    if (quote !== undefined)
      this.#record.problem(
        node,
        path,
        `YAML reads the quote ${quote} as a part of the value`,
        `write " or ' in its place if it encloses the value`,
        'warning',
      );
  }

  #warnOfSpace(node: Scalar, text: string, path: Path): void {
    const ends = `${text.slice(0, 1)}${text.slice(-1)}`;
    const found = node.type === 'PLAIN' ? foreignSpaceIn(ends) : undefined;
    if (found !== undefined)
      this.#record.problem(
        node,
        path,
        `YAML reads the character ${found.code}, which looks like a space, as a part of the value`,
        'remove the character',
        'warning',
      );
  }

  #remember(text: string, value: unknown, path: Path): void {
    if (String(value) !== text) this.#record.written.set(pointerTo(path), text);
  }
}

/**
 * True when a comment directly after an unquoted text looks like a part of the text, as in `password: a #b`.
 * Numbers and times have no such part.
 */
const isCut = ({ type, value, comment }: Scalar): boolean =>
  type === 'PLAIN' &&
  (value === null || (typeof value === 'string' && !/^[-+.\d]/.test(value))) &&
  /^[^\s#=-]\S*$/.test(comment ?? '');

function plainValue(text: string): unknown {
  if (/^[-+]?\d+$/.test(text) || /^[-+]?(\.\d+|\d+(\.\d*)?)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
}

/** The texts of a list. Undefined when one of them is undefined. */
export function allOf(texts: readonly (string | undefined)[]): readonly string[] | undefined {
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? known : undefined;
}
