import { type Actions, openActions } from './actions/actions.ts';
import { type Alerting, openAlerting } from './alerting/variables.ts';
import { type Datasets, openDatasets } from './datasets/datasets.ts';
import { type Datastores, openDatastores } from './datastores/datastores.ts';
import { openRunCursors, type RunCursors } from './runs/run-cursor.ts';
import { openRuns, type Runs } from './runs/runs.ts';
import { type Labels, openLabels } from './schemas/labels.ts';
import { openSchemas, type Schemas } from './schemas/schemas.ts';
import { openTransformers, type Transformers } from './schemas/transformers.ts';
import type { Table } from './table.ts';
import { openTestParts, type TestParts } from './tests/parts.ts';
import { openTests, type Tests } from './tests/tests.ts';
import { openViews, type Views } from './views/views.ts';

/** What is known of runs, tests and schemas with their parts, and the table that it is kept in. */
export type Repository = {
  readonly table: Table;
  readonly runs: Runs;
  /** Places in lists of runs. */
  readonly cursors: RunCursors;
  readonly datasets: Datasets;
  readonly tests: Tests;
  /** What belongs to tests. */
  readonly parts: TestParts;
  readonly views: Views;
  readonly schemas: Schemas;
  readonly labels: Labels;
  readonly transformers: Transformers;
  readonly alerting: Alerting;
  readonly actions: Actions;
  readonly datastores: Datastores;
};

export const openRepository = (table: Table): Repository => ({
  table,
  runs: openRuns(table),
  cursors: openRunCursors(table),
  datasets: openDatasets(table),
  tests: openTests(table),
  parts: openTestParts(table),
  views: openViews(table),
  schemas: openSchemas(table),
  labels: openLabels(table),
  transformers: openTransformers(table),
  alerting: openAlerting(table),
  actions: openActions(table),
  datastores: openDatastores(table),
});
