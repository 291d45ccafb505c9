import type { ApiDocument } from '../../../lib/contract/openapi-types.ts';
import { apiDocument } from '../../generate/api-document.ts';
import { code, page, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';
import { errorTable } from './errors.ts';
import { type Family, familiesOf, fileOf, type Places, placesOf, sharedRecords } from './families.ts';
import { operationSection } from './operation.ts';
import { recordSection } from './record.ts';

/** The pages of docs/api/: the index, the families of operations, shared records, error codes. */
export async function apiPages(): Promise<readonly (readonly [name: string, text: string])[]> {
  const api = apiDocument() as ApiDocument;
  const families = familiesOf(api);
  const places = placesOf(api, families);
  return [
    ['api/README.md', filledPage('api/README.md', { requests: requestTable(families) })],
    ['api/errors.md', filledPage('api/errors.md', { codes: await errorTable() })],
    ['api/records.md', filledPage('api/records.md', { records: recordsOn(api, places, sharedRecords) })],
    ...families.map((family) => [`api/${fileOf(family.tag)}`, familyPage(api, family, places)] as const),
  ];
}

function familyPage(api: ApiDocument, { tag, description, operations }: Family, places: Places): string {
  const file = fileOf(tag);
  const records = recordsOn(api, places, file);
  return page(
    `${tag} requests`,
    `${description} [How to call the API](README.md) describes keys, errors and paging.`,
    table(
      ['request', 'effect'],
      operations.map(([request, { summary }]) => requestRow(request, '', summary)),
    ),
    ...operations.flatMap(([request, operation]) =>
      operationSection(api, request, operation, { places, file }),
    ),
    ...(records === '' ? [] : ['## Records', records]),
  );
}

const requestTable = (families: readonly Family[]): string =>
  families
    .flatMap(({ tag, description, operations }) => [
      `### [${tag}](${fileOf(tag)})`,
      description,
      table(
        ['request', 'effect'],
        operations.map(([request, { summary }]) => requestRow(request, fileOf(tag), summary)),
      ),
    ])
    .join('\n\n');

const requestRow = (request: string, file: string, summary = ''): readonly string[] => [
  `[${code(request)}](${file}#${anchorOf(request)})`,
  summary,
];

const anchorOf = (request: string): string =>
  request
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const recordsOn = (api: ApiDocument, places: Places, file: string): string =>
  Object.entries(api.components.schemas)
    .filter(([name]) => places.get(name) === file)
    .flatMap(([name, schema]) => recordSection(name, schema, { places, file }))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
