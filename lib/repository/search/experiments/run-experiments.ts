import type { ExperimentResult } from '../../../api.generated.ts';
import { maySee, type Principal } from '../../../results/access.ts';
import { calculated, type Evaluate } from '../../../results/scripts/evaluation.ts';
import { isTruthy } from '../../../results/scripts/truthy.ts';
import { namedValues } from '../../reading/named-values.ts';
import { visibleDatasets } from '../../reading/visible-datasets.ts';
import type { Variable } from '../../records/alerting/variables.ts';
import type { ListedDataset } from '../../records/datasets/datasets.ts';
import { decimalOf } from '../../records/labels/parse-decimal.ts';
import { type ValueStores, valuesOf, withValues } from '../../records/labels/read-values.ts';
import { type LogNote, logLevel } from '../../records/log/log.ts';
import type { Repository } from '../../repository.ts';
import { type Comparison, comparisonModels } from './comparison-models.ts';
import { comparedVariable, type ExperimentProfile, withVariables } from './profile.ts';

export type ExperimentContext = {
  readonly repository: Repository;
  readonly runs: ValueStores['runs'];
  readonly evaluate: Evaluate;
  readonly now: number;
};

type Values = ReadonlyMap<string, unknown>;
type Info = {
  readonly id: number;
  readonly runId: number;
  readonly ordinal: number;
  readonly testId: number;
};
type Candidate = { readonly info: Info; readonly values: Values };

/** The most datasets, from the newest on, among which a baseline is searched. */
const candidatesMax = 1000;

/**
 * Compares a dataset by each profile of its test that selects the dataset. A user who sees the test sees its
 * profiles. A baseline has only datasets that the caller may see.
 */
export async function runExperiments(
  context: ExperimentContext,
  caller: Principal,
  dataset: ListedDataset,
): Promise<readonly ExperimentResult[]> {
  const { repository } = context;
  const { testId } = dataset;
  const named = await namedValues(repository, caller);
  const stores = { table: repository.table, runs: context.runs };
  const own: Candidate = { info: infoOf(dataset), values: named(await valuesOf(stores, dataset)) };
  const test = await repository.tests.byId(testId);
  const isSeen = test !== undefined && maySee(caller, test);
  const profiles = isSeen ? await repository.parts.ofTest<ExperimentProfile>('experiments', testId) : [];
  const notes: LogNote[] = [];
  const selected: ExperimentProfile[] = [];
  for (const profile of profiles) {
    const { selectorLabels, selectorFilter } = profile;
    if (await accepts(context, own.values, selectorLabels, selectorFilter, 'Selector', notes))
      selected.push(profile);
  }
  if (selected.length === 0) {
    notes.push({ level: logLevel.info, message: 'No experiment profile of the test matches this dataset.' });
    return [{ ...resultOf(own, notes, context.now), profile: null, extraLabels: null }];
  }
  const { variables } = await repository.alerting.ofTest(testId);
  const candidates = await candidatesOf(repository, stores, caller, testId, named);
  const results: ExperimentResult[] = [];
  for (const profile of selected)
    results.push(await evaluated(context, profile, own, candidates, variables, [...notes]));
  return results;
}

async function candidatesOf(
  repository: Repository,
  stores: ValueStores,
  caller: Principal,
  testId: number,
  named: Awaited<ReturnType<typeof namedValues>>,
): Promise<readonly Candidate[]> {
  const infos: Info[] = [];
  async function* listed() {
    for await (const { dataset } of visibleDatasets(repository, caller, { testId }, true)) {
      infos.push(infoOf(dataset));
      yield dataset;
    }
  }
  const candidates: Candidate[] = [];
  for await (const { values } of withValues(stores, listed(), testId, true)) {
    const info = infos[candidates.length];
    if (info !== undefined) candidates.push({ info, values: named(values) });
    if (candidates.length === candidatesMax) break;
  }
  return candidates;
}

async function evaluated(
  context: ExperimentContext,
  profile: ExperimentProfile,
  own: Candidate,
  candidates: readonly Candidate[],
  variables: readonly Variable[],
  notes: LogNote[],
): Promise<ExperimentResult> {
  const baseline: Candidate[] = [];
  for (const candidate of candidates)
    if (
      await accepts(
        context,
        candidate.values,
        profile.baselineLabels,
        profile.baselineFilter,
        'Baseline',
        notes,
      )
    )
      baseline.push(candidate);
  const results = new Map<string, Comparison>();
  const say = (level: LogNote['level'], message: string) => notes.push({ level, message });
  for (const comparison of profile.comparisons ?? []) {
    const { model, config, variableId, variableName } = comparison;
    const variable = comparedVariable(comparison, variables);
    const compare = comparisonModels.get(model);
    const what = `variable ${variable?.name ?? variableName ?? variableId} in profile ${profile.name}`;
    if (variable === undefined) say(logLevel.error, `There is no ${what}`);
    else if (compare === undefined)
      say(logLevel.error, `The comparison of ${what} uses the model '${model}', which does not exist`);
    else {
      const value = await measured(context, variable, own.values);
      const numbers = (
        await Promise.all(baseline.map((each) => measured(context, variable, each.values)))
      ).filter((each) => each !== undefined);
      if (numbers.length === 0)
        say(
          logLevel.info,
          `The datasets of the baseline have no value of ${what}, so Downpour cannot compare it`,
        );
      else if (value === undefined)
        say(logLevel.error, `This dataset has no value of ${what}, so Downpour cannot compare it`);
      else results.set(variable.name, compare(config ?? {}, numbers, value));
    }
  }
  const extraLabels = Object.fromEntries(valuesFor(own.values, profile.extraLabels));
  const result = resultOf(own, notes, context.now);
  return {
    ...result,
    profile: withVariables(profile, variables) as unknown as ExperimentResult['profile'],
    extraLabels,
    results: Object.fromEntries(results),
    baseline: baseline.map(({ info }) => info),
  };
}

function resultOf({ info }: Candidate, notes: readonly LogNote[], now: number) {
  const { testId, runId, id, ordinal } = info;
  const at = { testId, runId, datasetId: id, datasetOrdinal: ordinal, source: 'experiment', timestamp: now };
  const logs = notes.map((note, n) => ({ ...note, ...at, id: n + 1 }));
  return { logs, datasetInfo: info, baseline: [], results: {}, notify: false };
}

/**
 * True when a filter accepts a dataset by its label values. A dataset that has none of the needed labels is
 * rejected.
 */
async function accepts(
  { evaluate }: ExperimentContext,
  values: Values,
  labels: readonly string[] | null | undefined,
  filter: string | null | undefined,
  what: string,
  notes: LogNote[],
): Promise<boolean> {
  const argument = argumentOf(values, labels);
  if (argument === undefined) return false;
  if (!filter?.trim()) return isTrue(argument);
  const answer = await evaluate(filter, JSON.stringify(argument));
  for (const line of answer.output)
    notes.push({ level: logLevel.debug, message: `${what} filter output: ${line}` });
  if ('json' in answer) return isTruthy(answer.json);
  notes.push({ level: logLevel.error, message: `${what} filter failed: ${answer.problem} Code: ${filter}` });
  return false;
}

async function measured(
  { evaluate }: ExperimentContext,
  { labels, calculation }: Variable,
  values: Values,
): Promise<number | undefined> {
  const argument = argumentOf(values, labels);
  if (argument === undefined) return undefined;
  if (!calculation?.trim()) return numberOf(argument);
  const answer = await evaluate(calculation, JSON.stringify(argument));
  return 'json' in answer ? numberOf(JSON.parse(calculated(answer))) : undefined;
}

/**
 * The argument of a filter or a calculation: the value of its label, or an object if it has several labels.
 * Undefined when the dataset has no value.
 */
function argumentOf(values: Values, labels: readonly string[] | null | undefined): unknown {
  const found = valuesFor(values, labels);
  if (found.length === 0) return undefined;
  return labels?.length === 1 ? found[0]?.[1] : Object.fromEntries(found);
}

const valuesFor = (values: Values, labels: readonly string[] | null | undefined) =>
  (labels ?? []).flatMap((label) => (values.has(label) ? [[label, values.get(label)] as const] : []));

const isTrue = (value: unknown): boolean =>
  value === true || value === 'true' || (typeof value === 'number' && value !== 0);

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? decimalOf(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const infoOf = ({ id, runId, ordinal, testId }: ListedDataset): Info => ({ id, runId, ordinal, testId });
