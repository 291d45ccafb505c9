import type { Tree } from '../../../lib/client/index.ts';
import { has, list, reply } from './answer-checks.ts';
import type { Explain } from './explain-errors.ts';

/** The options that select label values in a request. */
export type LabelValuesQuery = {
  readonly limit: number;
  readonly page: number;
  readonly filter?: string | undefined;
  readonly multiFilter?: boolean | undefined;
  readonly include?: string | undefined;
  readonly exclude?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

/** Calls for tests, their label values and their failures of background work. */
export function testCalls({ test, work }: Tree, ask: Explain) {
  return {
    /** Reads the test with this name, or else with this number. */
    test: (name: string) => ask(test.byName.by(name).get()),

    /** Lists tests of all folders by name, with their newest runs. */
    tests: (query: { readonly name?: string; readonly limit: number; readonly page: number }) =>
      ask(
        test.summary.get({
          query: { ...query, folder: '*', direction: 'Ascending', last: 1 },
          ...has('tests', 'count'),
        }),
      ),

    /** Lists label values, those of the newest runs first. */
    labelValues: (id: number, query: LabelValuesQuery) =>
      ask(test.by(id).labelValues.get({ query, ...list })),

    /** Lists label values as a CSV table with a column for each label. */
    labelValuesCsv: (id: number, query: LabelValuesQuery) =>
      ask(test.by(id).labelValues.get({ query: { ...query, format: 'csv' }, as: 'text' })),

    /** Lists label values as an Apache Parquet file. */
    labelValuesParquet: async (id: number, query: LabelValuesQuery) => {
      const asked = {
        query: { ...query, format: 'parquet' },
        ...reply('application/vnd.apache.parquet'),
      } as const;
      const answer = await ask(test.by(id).labelValues.get(asked));
      return Buffer.from(await answer.arrayBuffer());
    },

    /** Lists failures of background work, grouped by run, in pages. */
    failures: (id: number | undefined, cursor: string | undefined) => {
      const { failures } = id === undefined ? work : test.by(id);
      return ask(failures.get({ query: { limit: 1000, cursor } }));
    },
  };
}
