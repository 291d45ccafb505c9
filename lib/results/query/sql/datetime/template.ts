import { QueryError } from '../../query-error.ts';
import { type DatetimeFields, type Field, FieldReader, fields } from './template-fields.ts';
import { type DatetimeFault, misfit } from './text-cursor.ts';

export type TemplateNode =
  | {
      readonly kind: 'field';
      readonly field: Field;
      /** The text of the node in the template, for error messages. */
      readonly written: string;
      /** True for a number that has `FM` in the template, which reads all digits that follow. */
      readonly isFilled: boolean;
      /** True for a number that has `TH` in the template, which two letters follow in the text. */
      readonly isOrdinal: boolean;
    }
  | { readonly kind: 'separator' | 'character'; readonly character: string };

/** Fields that are also written with a capital and small letters. */
const mixedCase = ['Day', 'Dy', 'Month', 'Mon'];

/**
 * Parses a template of `.datetime("...")`.
 * @throws QueryError 22007 for a character without a meaning.
 */
export function parseTemplate(template: string): readonly TemplateNode[] {
  const nodes: TemplateNode[] = [];
  for (let at = 0; at < template.length; ) {
    const prefix = /^(?:FM|fm|TM|tm)/.exec(template.slice(at))?.[0] ?? '';
    at += prefix.length;
    const found = fieldAt(template, at);
    if (found !== undefined) {
      at += found.written.length;
      const suffix = /^(?:TH|th|SP)/.exec(template.slice(at))?.[0] ?? '';
      at += suffix.length;
      const isFilled = prefix.toUpperCase() === 'FM';
      nodes.push({ kind: 'field', ...found, isFilled, isOrdinal: suffix.toUpperCase() === 'TH' });
    } else if (template[at] === '"') at = parseQuoted(template, at + 1, nodes);
    else if (at < template.length) at = parseSeparator(template, at, nodes);
  }
  return nodes;
}

function fieldAt(
  template: string,
  at: number,
): { readonly field: Field; readonly written: string } | undefined {
  for (const field of fields) {
    const { name } = field;
    const written = template.slice(at, at + name.length);
    const isMixed = mixedCase.includes(written) && written.toUpperCase() === name;
    if (written === name || written === name.toLowerCase() || isMixed) return { field, written };
  }
  return undefined;
}

/** Reads characters that the text must contain, up to a quote. A backslash escapes the next character. */
function parseQuoted(template: string, begin: number, nodes: TemplateNode[]): number {
  let at = begin;
  while (at < template.length && template[at] !== '"') {
    if (template[at] === '\\' && at + 1 < template.length) at += 1;
    const character = String.fromCodePoint(template.codePointAt(at) ?? 0);
    nodes.push({ kind: 'character', character });
    at += character.length;
  }
  return at + 1;
}

function parseSeparator(template: string, at: number, nodes: TemplateNode[]): number {
  const character = String.fromCodePoint(template.codePointAt(at) ?? 0);
  if (!"-./,':; ".includes(character))
    throw new QueryError('22007', `invalid datetime format separator: "${character}"`);
  nodes.push({ kind: 'separator', character });
  return at + 1;
}

/**
 * Reads a text by a template, in PostgreSQL's standard mode: separators must be equal and no text may be
 * left.
 */
export function readFields(
  nodes: readonly TemplateNode[],
  text: string,
): DatetimeFields | { readonly fault: DatetimeFault } {
  const reader = new FieldReader(text);
  const source = reader.text;
  for (const [at, node] of nodes.entries()) {
    const fault = source.isEnd
      ? misfit('input string is too short for datetime format')
      : readNode(node, nodes[at + 1], reader);
    if (fault !== undefined) return { fault };
  }
  source.skipBlanks();
  if (source.isEnd) return reader.fields;
  return { fault: misfit('trailing characters remain in input string after datetime format') };
}

function readNode(
  node: TemplateNode,
  next: TemplateNode | undefined,
  reader: FieldReader,
): DatetimeFault | undefined {
  if (node.kind !== 'field') {
    const { character, kind } = node;
    return reader.text.takes(character) ? undefined : misfit(`unmatched format ${kind} "${character}"`);
  }
  const { field, written, isFilled, isOrdinal } = node;
  const { convention = reader.fields.convention } = field;
  if (reader.fields.convention !== undefined && convention !== reader.fields.convention)
    return misfit('invalid combination of date conventions');
  reader.fields.convention = convention;
  const fault = reader.read(field, written, isFilled || isOrdinal || !isDigit(next));
  if (fault === undefined && isOrdinal && field.mayBeOrdinal) reader.text.skip(2);
  return fault;
}

/**
 * True when the next node of the template reads a digit, so that a number before it must have its full
 * length.
 */
function isDigit(next: TemplateNode | undefined): boolean {
  return next?.kind === 'field' ? next.field.isDigits : /^[0-9]$/.test(next?.character ?? '');
}
