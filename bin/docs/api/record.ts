import { nameIn, type Schema } from '../../../lib/contract/document.ts';
import { code, table } from '../../generate/markdown.ts';
import type { Places } from './families.ts';

/** The page of a text, and the pages that its links can reach. */
export type Here = { readonly places: Places; readonly file: string };

/** The section about a record: its heading, description and members. */
export function recordSection(name: string, schema: Schema, here: Here): readonly string[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  const whole = schema.allOf?.flatMap((part) => (part.$ref === undefined ? [] : [typeOf(part, here)])) ?? [];
  const members = parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([member, each]) => [
      code(member),
      typeOf(each, here),
      (each.description ?? '') + (part.required?.includes(member) ? '' : ' (optional)'),
    ]),
  );
  return [
    `### ${name}`,
    `${schema.description ?? ''}${schema.enum === undefined ? '' : ` One of ${wordsOf(schema.enum)}.`}`,
    whole.length === 0 ? '' : `It has all members of ${whole.join(' and ')}, and these:`,
    members.length === 0 ? '' : table(['member', 'type', 'meaning'], members),
  ];
}

/** The type of a value, with a link when the type is a record. */
export function typeOf(schema: Schema, here: Here): string {
  if (schema.$ref !== undefined) return recordLink(nameIn(schema.$ref), here);
  if (schema.items !== undefined) return `list of ${typeOf(schema.items, here)}`;
  if (schema.enum !== undefined) return wordsOf(schema.enum);
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' or ');
}

function recordLink(name: string, { places, file }: Here): string {
  const place = places.get(name) ?? file;
  return `[${name}](${place === file ? '' : place}#${name.toLowerCase()})`;
}

const wordsOf = (words: readonly unknown[]): string => words.map((word) => code(String(word))).join(', ');
