import { membersOf, nameIn, type Schema, wordsOf } from '../../../lib/contract/openapi-types.ts';
import { code, table } from '../../generate/markdown.ts';
import type { Places } from './families.ts';

/** The page on which a text is written, and the pages of the named schemas to which it can link. */
export type Here = { readonly places: Places; readonly file: string };

/** The section about a named schema of the contract: its heading, description and members. */
export function recordSection(name: string, schema: Schema, here: Here): readonly string[] {
  const { whole, own } = membersOf(schema);
  const rows = own.map((member) => [
    code(member.name),
    typeOf(member.type, here),
    (member.type.description ?? '') + (member.isRequired ? '' : ' (optional)'),
  ]);
  const isPlain = whole.length === 0 && own.length === 0;
  const kinds = isPlain
    ? ` ${wordsOf(schema) === undefined ? 'Its type is' : 'One of'} ${typeOf(schema, here)}.`
    : '';
  const others = whole.map((part) => typeOf(part, here)).join(' and ');
  return [
    `### ${name}`,
    (schema.description ?? '') + kinds,
    others === '' ? '' : `It has all members of ${others}, and these:`,
    rows.length === 0 ? '' : table(['member', 'type', 'meaning'], rows),
  ];
}

/** The type of a value, with a link when the type is a named schema. */
export function typeOf(schema: Schema, here: Here): string {
  const { $ref, items, anyOf, oneOf = anyOf, type } = schema;
  if ($ref !== undefined) return recordLink(nameIn($ref), here);
  if (items !== undefined) return `list of ${typeOf(items, here)}`;
  const words = wordsOf(schema);
  if (words !== undefined) return words.map((word) => code(String(word))).join(', ');
  if (oneOf !== undefined) return oneOf.map((kind) => typeOf(kind, here)).join(' or ');
  return type === undefined ? 'any' : [type].flat().join(' or ');
}

function recordLink(name: string, { places, file }: Here): string {
  const place = places.get(name) ?? file;
  return `[${name}](${place === file ? '' : place}#${name.toLowerCase()})`;
}
