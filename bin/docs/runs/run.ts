import run from '../../../schema/run.schema.json' with { type: 'json' };
import { nameOf, type Schema, type Schemas } from '../../generate/benchmark-definitions.ts';
import { code, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';

const definitions = run.definitions as Schemas;

/** The page docs/run.md. */
export const runPage = (): string =>
  filledPage('run.md', {
    id: code(run.$id),
    document: membersTable(run as Schema),
    parts: Object.entries(definitions)
      .flatMap(([name, definition]) => [`## ${name}`, definition.description ?? '', membersTable(definition)])
      .filter((part) => part !== '')
      .join('\n\n'),
  });

const membersTable = (schema: Schema): string =>
  table(['member', 'type', 'unit', 'what it is'], rowsOf(schema, '', new Set(schema.required)));

/**
 * Makes table rows for the members of an object and of the objects inside it. A member with its own
 * definition has only one row.
 */
const rowsOf = (
  schema: Schema,
  place: string,
  required: ReadonlySet<string>,
): readonly (readonly string[])[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const at = place === '' ? name : `${place}.${name}`;
    const optional = required.has(name) ? '' : ' (not always there)';
    return [rowOf(at, member, optional), ...below(member, at)];
  });

function below(member: Schema, at: string): readonly (readonly string[])[] {
  if (member.items !== undefined) return below(member.items, `${at}[]`);
  return member.$ref === undefined ? rowsOf(member, at, requiredOf(member)) : [];
}

const requiredOf = (schema: Schema): ReadonlySet<string> => new Set(schema.required);

function rowOf(at: string, member: Schema, optional: string): readonly string[] {
  const said = member.description ?? definitions[nameOf(member.$ref ?? '')]?.description ?? '';
  const unit = unitOf(at, said);
  const text = said === `${unit}.` ? '' : said.replace(new RegExp(`(^|\\. )${unit}\\.$`, 'i'), '$1').trim();
  return [code(at), typeOf(member), unit, text + optional];
}

/** The unit of a number, from words of its description or from the end of its name. Empty without a unit. */
function unitOf(at: string, said: string): string {
  const found = units.find(([, place]) => place.test(said) || place.test(at));
  return found?.[0] ?? '';
}

const units: readonly (readonly [unit: string, place: RegExp])[] = [
  ['epoch milliseconds', /Epoch milliseconds[.;]/],
  ['nanoseconds', /(^|[. ])Nanoseconds\.$|Ns(Max)?$/],
  ['milliseconds', /^Milliseconds |Ms(Max)?$/],
  ['bytes', /^Bytes /],
  ['US dollars', /(^|[.] )US dollars\.$/],
  ['per second', /^(Requests|Responses) per second/],
  ['ratio', /Ratio$/],
];

function typeOf(member: Schema): string {
  if (member.$ref !== undefined) return `[${nameOf(member.$ref)}](#${nameOf(member.$ref).toLowerCase()})`;
  if (member.items !== undefined) return `list of ${typeOf(member.items)}`;
  if (member.enum !== undefined) return member.enum.map((value) => code(String(value))).join(', ');
  const choices = (member.oneOf ?? member.anyOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  return [member.type ?? 'any'].flat().join(' or ');
}
