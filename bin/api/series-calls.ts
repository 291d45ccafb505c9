import type { Change, ExportedLabelValues, Test, Variable, WorkFailures } from '../../lib/api.generated.ts';
import { given } from './upload-calls.ts';

/** Calls the API (client.ts). */
type Call = <T>(method: string, path: string, sending?: Sending) => Promise<T>;
type Sending = {
  readonly json?: object;
  readonly text?: RegExp;
  readonly type?: string;
  readonly isOurs?: (body: unknown) => boolean;
};

/** The label values that a request selects. */
export type LabelValuesQuery = {
  readonly limit: string;
  readonly page: string;
  readonly filter?: string | undefined;
  readonly multiFilter?: 'true' | undefined;
  readonly include?: string | undefined;
  readonly exclude?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

const list = { isOurs: Array.isArray };
const nothing = { text: /^\s*$/ };

/** Calls for label values, changes and failures of a test. */
export const seriesCalls = (call: Call) => ({
  /** The test with this name, or else with this number. */
  test: (name: string) => call<Test>('GET', `/api/test/byName/${encodeURIComponent(name)}`),

  /** The newest runs first. */
  labelValues: (test: number, query: LabelValuesQuery) =>
    call<readonly ExportedLabelValues[]>('GET', `/api/test/${test}/labelValues?${given(query)}`, list),

  /** The same as a table of the API, with a column for each label. */
  labelValuesCsv: (test: number, query: LabelValuesQuery) =>
    call<string>('GET', `/api/test/${test}/labelValues?${given({ ...query, format: 'csv' })}`, { text: /^/ }),

  /** The same as an Apache Parquet file. */
  labelValuesParquet: (test: number, query: LabelValuesQuery) =>
    call<Buffer>('GET', `/api/test/${test}/labelValues?${given({ ...query, format: 'parquet' })}`, {
      type: 'application/vnd.apache.parquet',
    }),

  /** The failures, grouped by run, in pages. */
  failures: (test: number | undefined, cursor: string | undefined) =>
    call<WorkFailures>(
      'GET',
      `/api/${test === undefined ? 'work' : `test/${test}`}/failures?${given({ limit: '1000', cursor })}`,
    ),

  variables: (test: number) => call<readonly Variable[]>('GET', `/api/alerting/variables?test=${test}`, list),

  /** The changes, in order of time. */
  changes: (variable: number, fingerprint: string | undefined) =>
    call<readonly Change[]>(
      'GET',
      `/api/alerting/changes?${given({ var: `${variable}`, fingerprint })}`,
      list,
    ),

  confirmChange: (id: number, description: string | undefined) =>
    call<string>('PUT', `/api/alerting/change/${id}`, {
      json: { id, confirmed: true, ...(description === undefined ? {} : { description }) },
      ...nothing,
    }),

  dismissChange: (id: number) => call<string>('DELETE', `/api/alerting/change/${id}`, nothing),
});
