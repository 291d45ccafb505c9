import type { SchemaDescriptor } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import { visibleDatasets } from '../../../lib/repository/reading/visible-datasets.ts';
import { visibleTest } from '../../../lib/repository/reading/visible-test.ts';
import type { DatasetPosition } from '../../../lib/repository/records/datasets/dataset.ts';
import { valueFilter } from '../../../lib/repository/records/labels/filter.ts';
import { valuesOf, withValues } from '../../../lib/repository/records/labels/read-values.ts';
import type { ValuedDataset } from '../../../lib/repository/records/labels/values.ts';
import { recordLimits } from '../../../lib/repository/records/limits.ts';
import type { Walk } from '../../../lib/repository/records/paged-list.ts';
import { refuseBesideCursor } from '../../../lib/repository/records/runs/run-cursor.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { labelDefinitions } from '../../../lib/repository/records/schemas/label-cache.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import { listLimits } from '../../../lib/repository/search/limits.ts';
import {
  firstOf,
  isBackward,
  type LabelName,
  listValues,
  nextValues,
  rowsOf,
  type ValueQuery,
  type ValueRow,
} from '../../../lib/repository/search/list-values.ts';
import { rowsCsv, rowsText } from '../../../lib/repository/search/values-csv.ts';
import { maySee, type Principal } from '../../../lib/results/access.ts';
import { expectedTime, parseTime } from '../../../lib/results/time.ts';
import { acceptedFormat } from '../pipeline/accepted-format.ts';
import { deliver } from '../pipeline/replies/large-reply.ts';
import { jsonText } from '../pipeline/replies/reply.ts';
import type { Headers, Reply } from '../pipeline/types.ts';
import { parquetType, rowsParquet } from './value-parquet.ts';

/** A label that the caller may see. Its schema is absent when the caller may not see the schema. */
export type VisibleLabel = LabelName & { readonly schema?: SchemaDescriptor };

/** The labels that the caller may see, in the order of their ids. */
export async function visibleLabels(
  repository: Repository,
  caller: Principal,
): Promise<readonly VisibleLabel[]> {
  const { labels, schemas } = await labelDefinitions(repository);
  return labels.flatMap((label) => {
    const schema = schemas.get(label.schemaId);
    if (schema === undefined || !maySee(caller, label)) return [];
    const { id, name, filtering, metrics } = label;
    const descriptor = { id: schema.id, name: schema.name, uri: schema.uri };
    return { id, name, filtering, metrics, ...(maySee(caller, schema) && { schema: descriptor }) };
  });
}

/** The query parameters of a request for label values, before they are parsed. */
export type RequestedValues = Omit<ValueQuery, 'filter' | 'sort' | 'after' | 'before'> & {
  readonly filter?: string | undefined;
  readonly multiFilter?: boolean | undefined;
  readonly sort?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

export function valueQuery(parameters: RequestedValues): ValueQuery {
  const { filter = '{}', multiFilter = false, sort = '', after, before, ...rest } = parameters;
  const column = sort.trim().toLowerCase();
  return {
    ...rest,
    filter: valueFilter(filter, { multiFilter, now: () => performance.now() }),
    sort: column === 'start' || column === 'stop' ? column : undefined,
    after: instant('after', after),
    before: instant('before', before),
  };
}

function instant(name: string, text = ''): number | undefined {
  if (text.trim() === '') return undefined;
  const ms = parseTime(text);
  if (ms !== undefined) return ms;
  const message = `the parameter '${name}' must be a time, found '${text}': ${expectedTime(text)}`;
  throw new DownpourError('REQUEST_INVALID', 400, message);
}

/** The datasets of a test that the caller may see, with all their label values. */
export async function* testValues(
  repository: Repository,
  runs: RunStore,
  caller: Principal,
  testId: number,
  query: Pick<ValueQuery, 'sort' | 'direction'>,
  after?: DatasetPosition,
): AsyncGenerator<ValuedDataset> {
  const backward = isBackward(query);
  async function* datasets() {
    for await (const { dataset } of visibleDatasets(repository, caller, { testId }, backward, after))
      yield dataset;
  }
  yield* withValues({ table: repository.table, runs }, datasets(), testId, backward, after);
}

/** A page of a test's values, and the parameters of the next page. */
export type ValuesPage = {
  readonly rows: readonly ValueRow[];
  readonly next?: { readonly cursor: string } | { readonly limit: number; readonly page: number };
};

/**
 * Lists label values without a cursor. JSON has at most `labelRows` rows, unless the request has a limit.
 * When rows are ordered by the stop times of their runs, the next page has a number instead of a cursor.
 */
export async function valuesWithoutCursor(
  repository: Repository,
  runs: RunStore,
  caller: Principal,
  testId: number,
  { query, isBounded }: { readonly query: ValueQuery; readonly isBounded: boolean },
  rowsMax: number = listLimits.labelRows,
): Promise<ValuesPage> {
  const labels = await visibleLabels(repository, caller);
  const datasets = testValues(repository, runs, caller, testId, query);
  const { limit: given = 0, page: number = 0, sort } = query;
  if (!isBounded || (given > 0 && sort !== 'stop'))
    return { rows: await listValues(datasets, labels, query) };
  if (sort === 'stop') {
    const [limit, page] = given > 0 ? [given, number] : [rowsMax, 0];
    const end = (page + 1) * limit;
    const first = await listValues(datasets, labels, { ...query, limit: end + 1, page: 0 });
    const rows = first.slice(page * limit, end);
    return first.length > end ? { rows, next: { limit, page: page + 1 } } : { rows };
  }
  const bounds = { rowsMax, datasetsMax: Number.POSITIVE_INFINITY };
  const { rows, next } = await nextValues(datasets, labels, query, bounds);
  return next === undefined ? { rows } : { rows, next: { cursor: await cursorAt(repository, next) } };
}

const cursorAt = ({ cursors }: Repository, { start, runId, ordinal }: DatasetPosition): Promise<string> =>
  cursors.text({ start, id: runId }, ordinal);

/**
 * Lists a page of a test's values after a cursor, and returns the cursor of the next page. The cost of a page
 * depends only on its own rows, not on the pages before it.
 * @throws DownpourError REQUEST_INVALID (400) for an invalid cursor, and for a cursor together with a page
 * number or the order by stop.
 */
export async function pageBehind(
  repository: Repository,
  runs: RunStore,
  caller: Principal,
  testId: number,
  { cursor, query }: { readonly cursor: string; readonly query: ValueQuery },
): Promise<ValuesPage> {
  const { limit = 0, page = 0, sort = 'start' } = query;
  refuseBesideCursor({ page: page + 1, sort });
  const { after, looked } = await repository.cursors.parse(cursor);
  const from = after && { start: after.start, runId: after.id, ordinal: looked };
  const { labelPageDatasetsMax: datasetsMax, labelPageRows } = listLimits;
  const { rows, next } = await nextValues(
    testValues(repository, runs, caller, testId, query, from),
    await visibleLabels(repository, caller),
    query,
    { rowsMax: limit > 0 ? limit : labelPageRows, datasetsMax },
  );
  return next === undefined ? { rows } : { rows, next: { cursor: await cursorAt(repository, next) } };
}

/** The datasets of a run, in the order of their ordinals. */
export async function* ofRun(
  { table, datasets }: Repository,
  runs: RunStore,
  run: RunRow,
  backward: boolean,
): AsyncGenerator<ValuedDataset> {
  const ids = [...(run.datasets ?? [])];
  for (const id of backward ? ids.reverse() : ids) {
    const dataset = await datasets.get(id);
    if (dataset === undefined) continue;
    const values = await valuesOf({ table, runs }, dataset);
    yield {
      runId: run.id,
      datasetId: id,
      ordinal: dataset.ordinal,
      start: run.start,
      stop: run.stop,
      values,
    };
  }
}

/** Rows of a test. `next` returns the cursor of the next page, after the rows were read. */
export type FilteringRows = {
  readonly rows: AsyncIterable<ValueRow>;
  readonly next: () => Promise<string | undefined>;
};

/** A request for label values of a test. */
type TestCall = {
  readonly caller: Principal;
  readonly path: { readonly id: number };
  readonly query: Walk;
};

/**
 * Rows of a test with the values of its filtering labels, or with those of all labels. The rows of all labels
 * include datasets without a value. Without a limit and a cursor, all datasets are read.
 *
 * @throws DownpourError REQUEST_INVALID (400) for an invalid cursor.
 */
export async function filteringRows(
  repository: Repository,
  runs: RunStore,
  { caller, path, query: { limit, cursor } }: TestCall,
  which: 'filtering' | 'all' = 'filtering',
): Promise<FilteringRows> {
  const test = await visibleTest(repository, caller, path.id);
  const query: ValueQuery = { filter: () => true, metrics: which === 'all' };
  const labels = await visibleLabels(repository, caller);
  const { after, looked } = await repository.cursors.parse(cursor ?? '');
  const from = after && { start: after.start, runId: after.id, ordinal: looked };
  const isWhole = limit === undefined && cursor === undefined;
  const { datasets, next } = firstOf(
    testValues(repository, runs, caller, test.id, query, from),
    isWhole ? Number.POSITIVE_INFINITY : (limit ?? recordLimits.walkedItems),
  );
  return {
    rows: rowsOf(
      datasets,
      which === 'all' ? labels.map((label) => ({ ...label, metrics: true })) : labels,
      query,
    ),
    async next() {
      const place = next();
      return place && cursorAt(repository, place);
    },
  };
}

type ValueCall = {
  readonly query: { readonly format?: string | undefined; readonly redirect?: boolean };
  readonly headers: Headers;
  readonly requestId: string;
};

/** The reply with rows in the format that the caller accepts. */
export async function valueReply(
  rows: readonly ValueRow[],
  call: ValueCall,
  runs: RunStore,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const reply = await formatted(rows, formatOf(call));
  return deliver({ ...reply, headers: { ...reply.headers, ...headers } }, runs, call);
}

/** The format of the reply: that of the parameter, or else what the client prefers. */
export const formatOf = ({ query, headers }: Omit<ValueCall, 'requestId'>): string =>
  query.format ?? acceptedFormat(headers, formats);

const formats = { 'application/json': 'json', 'text/csv': 'csv', [parquetType]: 'parquet' };

async function formatted(rows: readonly ValueRow[], format: string): Promise<Reply> {
  if (format === 'csv')
    return { ...jsonText(rowsCsv(rows)), headers: { 'content-type': 'text/csv; charset=utf-8' } };
  if (format !== 'parquet') return jsonText(rowsText(rows));
  const body = (await rowsParquet(rows)).toString('base64');
  return { statusCode: 200, headers: { 'content-type': parquetType }, body, isBase64Encoded: true };
}
