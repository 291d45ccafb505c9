import { type Actions, openActions } from './actions/actions.ts';
import { type Alerting, openAlerting } from './alerting/variables.ts';
import { type Datasets, openDatasets } from './datasets/datasets.ts';
import { type Datastores, openDatastores } from './datastores/datastores.ts';
import { openRunCursors, type RunCursors } from './runs/run-cursor.ts';
import { openRuns, type Runs } from './runs/runs.ts';
import { openTeamStorage, type TeamStorage } from './runs/team-storage.ts';
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
  /** Bytes that teams keep. */
  readonly storage: TeamStorage;
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

/** What a deployment decides about it. */
export type RepositoryOptions = {
  /** Bytes of runs that a team may keep. Absent: any number. */
  readonly teamBytesMax?: number | undefined;
};

export function openRepository(table: Table, { teamBytesMax }: RepositoryOptions = {}): Repository {
  const storage = openTeamStorage(table, teamBytesMax);
  return {
    ...{ table, storage },
    runs: openRuns(table, storage),
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
  };
}
