import type { Table } from './ports/table.ts';
import { type Actions, openActions } from './records/actions/actions.ts';
import { type Alerting, openAlerting } from './records/alerting/variables.ts';
import { type Datasets, openDatasets } from './records/datasets/datasets.ts';
import { type Datastores, openDatastores } from './records/datastores/datastores.ts';
import { openRunCursors, type RunCursors } from './records/runs/run-cursor.ts';
import { openRuns, type Runs } from './records/runs/runs.ts';
import { openTeamStorage, type TeamStorage } from './records/runs/team-storage.ts';
import { type Labels, openLabels } from './records/schemas/labels.ts';
import { openSchemas, type Schemas } from './records/schemas/schemas.ts';
import { openTransformers, type Transformers } from './records/schemas/transformers.ts';
import { openTestParts, type TestParts } from './records/tests/experiments-and-subscriptions.ts';
import { openTests, type Tests } from './records/tests/tests.ts';
import { openViews, type Views } from './records/views/views.ts';

/** The records of runs, tests and schemas with their parts, and the table that stores them. */
export type Repository = {
  readonly table: Table;
  readonly runs: Runs;
  /** Counts the bytes that the runs of each team take, and rejects runs above the limit of the team. */
  readonly storage: TeamStorage;
  /** Encrypts and reads the cursors of lists of runs. */
  readonly cursors: RunCursors;
  readonly datasets: Datasets;
  readonly tests: Tests;
  /** Parts that belong to one test: experiments and subscriptions. */
  readonly parts: TestParts;
  readonly views: Views;
  readonly schemas: Schemas;
  readonly labels: Labels;
  readonly transformers: Transformers;
  readonly alerting: Alerting;
  readonly actions: Actions;
  readonly datastores: Datastores;
};

/** The options of a repository, which the deployment sets. */
export type RepositoryOptions = {
  /** The most bytes that the runs of one team may take. Absent: no limit. */
  readonly teamBytesMax?: number | undefined;
};

export function openRepository(table: Table, { teamBytesMax }: RepositoryOptions = {}): Repository {
  const storage = openTeamStorage(table, teamBytesMax);
  return {
    table,
    storage,
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
