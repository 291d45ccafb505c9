import run from '../../../schema/run.schema.json' with { type: 'json' };
import { nameOf, type Schema, type Schemas } from '../../generate/format.ts';
import { code, fenced, page, table } from '../../generate/markdown.ts';

const definitions = run.definitions as Schemas;

/** docs/run.md */
export const runPage = (): string =>
  page(
    'The run document',
    `What a run measured and decided, as one JSON document. It is kept for every run, and \`bin/downpour run FILE --json OUT\`
writes it to a file. Its schema is \`schema/run.schema.json\`; its \`$schema\` is \`${run.$id}\`.`,
    run.description,
    queries,
    '## The document',
    membersTable(run as Schema),
    ...Object.entries(definitions).flatMap(([name, definition]) => [
      `## ${name}`,
      definition.description ?? '',
      membersTable(definition),
    ]),
  );

const queries = `## Questions that people ask

A run is asked with a JSONPath or a SQL/JSON path; \`last\` is the newest run, a number any other.

${fenced(
  'sh',
  `# the 99th percentile of every metric, in nanoseconds
bin/downpour query last '$.stats[*].total.summary.percentileResponseTime["99.0"]' --array
# requests that failed on the way, by metric
bin/downpour query last '$.stats[*].total.summary.connectionErrors' --array
# metrics whose 99th percentile is above 100 ms
bin/downpour query last 'lax $.stats ? (@.total.summary.percentileResponseTime."99.0" > 100000000).metric' --array
# requests of each second, of each metric
bin/downpour query last '$.stats[*].series[*].requestCount' --array
# why the numbers are to be doubted, if they are
bin/downpour query last '$.health.suspicions[*].message' --array`,
)}`;

const membersTable = (schema: Schema): string =>
  table(['member', 'type', 'unit', 'what it is'], rowsOf(schema, '', new Set(schema.required)));

/** Members with those of objects inside them; what is defined elsewhere is named. */
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

/** Descriptions end with the unit, or the name does. */
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
