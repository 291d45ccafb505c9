import { counted, exactly } from '../../../report/units.ts';
import { access } from '../run.ts';

export { access };

export const columns = { name: 'Schema', uri: 'URI', owner: 'Team', access: 'Readers' } as const;
/** The words of the list of schemas. */
export const list = {
  none: 'There is no schema yet. The first run of the load driver creates one. For documents of other tools, send POST /api/schema.',
  noMatch: 'No schema is in this part of the list.',
  removeFilter: 'Show all schemas',
  shown: (shown: number, count: number): string =>
    shown === count ? counted(count, 'schema') : `${exactly(shown)} of ${counted(count, 'schema')}`,
  previousPage: 'Previous schemas',
  nextPage: 'Next schemas',
} as const;
export const allSchemas = (): string => 'All schemas';

export const noSchema = (id: string): string => `There is no schema ${id}, or you may not see it.`;
export const schemaOf = (name: string): string => `Schema ${name}`;
export const facts = {
  uri: 'URI',
  owner: 'Team',
  access: 'Readers',
  description: 'Description',
  schema: 'JSON Schema',
} as const;
export const noJsonSchema = (): string => 'none, so Downpour does not validate documents';
export const labels = (): string => 'Labels';
export const labelColumns = {
  name: 'Label',
  paths: 'Paths',
  kind: 'Kind',
  function: 'Function',
} as const;
export const allMatches = (): string => 'all matches';
/** The kinds of a label in words: metric, filtering, both or neither. */
export const kinds = (metrics: boolean, filtering: boolean): string =>
  [metrics ? 'metric' : '', filtering ? 'filtering' : ''].filter((kind) => kind !== '').join(', ') ||
  'neither metric nor filtering';
export const noFunction = (): string => '–';
export const noLabels = (): string =>
  'This schema has no label that you may see. A label is a value that Downpour reads from each document of the schema.';
export const newLabel = (): string => 'New label';
