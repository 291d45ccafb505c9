import { joinedErrors } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Evaluate } from '../../../results/scripts/evaluation.ts';
import type { Write } from '../../ports/table.ts';
import { type Change, openChanges } from '../../records/alerting/changes.ts';
import type { Watched } from '../../records/alerting/variables.ts';
import type { DatasetRow } from '../../records/datasets/dataset.ts';
import { withKeyedMutex } from '../../records/keyed-mutex.ts';
import type { NamedValues } from '../../records/labels/filter.ts';
import { logLevel, note } from '../../records/log/log.ts';
import { labelDefinitions } from '../../records/schemas/label-cache.ts';
import type { Repository } from '../../repository.ts';
import type { OutboxEntry, Work } from '../../work/work.ts';
import { writeAll } from '../dataset-cleanup.ts';
import { isUnheard } from '../notify/listeners.ts';
import type { Datapoint } from './datapoint-edits.ts';
import { editSeries } from './edit-series.ts';
import { type DatapointKey, forget, type MeasuredItem } from './forget-dataset.ts';
import { type Measured, measure } from './measure.ts';

export type NoteContext = {
  readonly repository: Pick<Repository, 'table' | 'tests' | 'schemas' | 'labels' | 'alerting' | 'actions'>;
  readonly evaluate: Evaluate;
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
  readonly work: Pick<Work, 'entry'>;
};

export type Noted = {
  readonly changes: readonly Change[];
  /** Problems of computing the values: a function failed, or a result is not a number or a time. */
  readonly problems: readonly string[];
  /** Messages about label values that the dataset lacks. */
  readonly absences: readonly string[];
  /** The new tasks that publish events. They are already in the outbox, the table of pending tasks. */
  readonly due: readonly OutboxEntry[];
  /** The errors of datapoints that could not be written, one for each variable. */
  readonly failures: readonly unknown[];
};

export type NoteOptions = {
  /** True for an old dataset: new changes send no notifications. */
  readonly isQuiet?: boolean;
  /**
   * True: the datapoints are written even if the filter of fingerprints excludes the dataset. They move to
   * the series to which they now belong.
   */
  readonly stays?: boolean;
};

/** Computes the datapoints of a dataset. The log of its test names the variables without a value. */
export async function measured(
  context: NoteContext,
  dataset: DatasetRow,
  values: Readonly<Record<string, string>>,
  options: NoteOptions,
): Promise<readonly OutboxEntry[]> {
  const { due, problems, absences, failures } = await noteDataset(context, dataset, values, options);
  const { id: datasetId, runId, ordinal: datasetOrdinal, testId: test } = dataset;
  const place = { runId, datasetId, datasetOrdinal };
  const notes = [
    ...problems.map((message) => ({ level: logLevel.error, message, ...place })),
    ...absences.map((message) => ({ level: logLevel.info, message, ...place })),
  ];
  await note(context.repository.table, { kind: 'dataset', test, source: 'variables' }, notes, context.now());
  // The error makes the queue retry the task. The log has the reasons already.
  if (failures.length > 0) {
    const cause = joinedErrors(failures);
    const why = cause instanceof Error ? cause.message : cause;
    throw new Error(`datapoints of dataset ${datasetId} were not stored: ${why}`, { cause });
  }
  return due;
}

/**
 * Writes the datapoints of a dataset that has its label values: one for each variable of the test. It also
 * writes the resulting changes, and a record for each rule of missing data that counts the dataset. The call
 * may be repeated with other values, and replaces the earlier measurements. A datapoint that cannot be
 * written does not affect other variables.
 *
 * @param values JSON texts by the ids of the labels.
 */
export async function noteDataset(
  context: NoteContext,
  dataset: DatasetRow,
  values: Readonly<Record<string, string>>,
  options: NoteOptions = {},
): Promise<Noted> {
  const { table, alerting } = context.repository;
  // Most tests have neither variables nor rules, so there is nothing to write for their datasets.
  const watched = await alerting.ofTest(dataset.testId);
  if (watched.variables.length + watched.rules.length === 0) return nothing;
  // Two datasets at the same position of a run replace each other.
  return withKeyedMutex(table, `measured ${dataset.runId} ${dataset.ordinal}`, () =>
    noted(context, dataset, values, watched, options),
  );
}

async function noted(
  context: NoteContext,
  dataset: DatasetRow,
  values: Readonly<Record<string, string>>,
  watched: Watched,
  { isQuiet = false, stays = false }: NoteOptions,
): Promise<Noted> {
  const { repository, evaluate, now, work } = context;
  const { table, tests } = repository;
  const test = await tests.byId(dataset.testId);
  if (test === undefined) return nothing;
  const key = repositoryKey.measured(dataset.runId, dataset.ordinal);
  const before = (await table.get(key)) as MeasuredItem | undefined;
  const kept = (stays && before?.places.map(({ variable }) => variable)) || [];
  const labels = await byName(repository, values);
  const measured = await measure(evaluate, test, watched, labels, dataset.start, kept);
  const places = datapointKeysOf(measured);
  // A newer dataset at this position of the run was measured already, so the older one is ignored.
  if (Number(before?.dataset ?? 0) > dataset.id) return nothing;
  await moveChanges(repository, dataset, before?.places ?? [], places);
  await forget(table, dataset, places);
  // The keys of the datapoints are recorded first, so that the removal of the dataset can find the
  // datapoints.
  const { id: datasetId, runId, ordinal } = dataset;
  const rules = measured.rules.map(({ id }) => id);
  await writeAll(table, [
    { put: { ...key, dataset: datasetId, time: measured.time, places, rules } },
    ...rules.map((rule): Write => {
      const key = repositoryKey.ruleMatch(rule, dataset.start, runId, ordinal);
      return { put: { ...key, runId, time: dataset.start } };
    }),
  ]);
  const { id: testId, name: testName } = test;
  const isSilent = isQuiet || (await isUnheard(repository, 'change/new', test));
  const changes: Change[] = [];
  const due: OutboxEntry[] = [];
  const problems = [...measured.problems];
  const failures: unknown[] = [];
  for (const { variable, value } of measured.values) {
    const put: Datapoint = { datasetId, runId, ordinal, timestamp: measured.time, value };
    let events: readonly OutboxEntry[] = [];
    const eventWrites = (found: readonly Change[]): readonly Write[] => {
      events = found.map((change) => {
        const event = { kind: 'change/new', testId, testName, variableName: variable.name, change } as const;
        return work.entry({ kind: 'event', event }, 'now');
      });
      return events.map(({ write }) => write);
    };
    try {
      const also = isSilent ? undefined : eventWrites;
      changes.push(...(await editSeries(table, variable, measured.fingerprint, { put }, now(), also)));
      due.push(...events);
    } catch (error) {
      failures.push(error);
      problems.push(`variable ${variable.name} has no datapoint, because it could not be written: ${error}`);
    }
  }
  return { changes, problems, absences: measured.absences, due, failures };
}

const nothing: Noted = { changes: [], problems: [], absences: [], due: [], failures: [] };

/**
 * Moves the changes of a dataset to the series of its next datapoints, for example after the test got other
 * fingerprint labels. So a user's confirmation or dismissal is kept.
 */
async function moveChanges(
  { table }: NoteContext['repository'],
  { runId, ordinal }: DatasetRow,
  before: readonly DatapointKey[],
  next: readonly DatapointKey[],
): Promise<void> {
  for (const { variable, fingerprint } of next) {
    if (before.every((one) => one.variable !== variable || one.fingerprint === fingerprint)) continue;
    const changes = await openChanges(table).ofVariable(variable);
    const own = changes.filter((change) => change.runId === runId && change.ordinal === ordinal);
    await writeAll(
      table,
      own.map(
        ({ id }): Write => ({
          update: repositoryKey.change(variable, id),
          set: { fingerprint },
          when: 'present',
        }),
      ),
    );
  }
}

const datapointKeysOf = ({ values, fingerprint, time }: Measured): readonly DatapointKey[] =>
  values.map(({ variable }) => ({ variable: variable.id, fingerprint, time }));

/**
 * Label values by the names of the labels. When labels of two schemas have the same name, the label with the
 * higher id wins.
 */
async function byName(
  repository: NoteContext['repository'],
  values: Readonly<Record<string, string>>,
): Promise<NamedValues> {
  const { labels } = await labelDefinitions(repository);
  return new Map(
    labels.flatMap(({ id, name }) => {
      const text = values[id];
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}
