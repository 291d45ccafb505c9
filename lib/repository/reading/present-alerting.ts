import type {
  AlertingDashboard,
  ChangeDetection as ChangeDetectionReply,
  Change as ChangeReply,
  DatapointRecalculation,
  MissingDataRule as MissingDataRuleReply,
  Variable as VariableReply,
} from '../../api.generated.ts';
import type { Model } from '../../detection/models.ts';
import { parseExact } from '../../results/query/sql/values/exact-json.ts';
import type { Change } from '../records/alerting/changes.ts';
import type { MissingDataRule, Variable } from '../records/alerting/variables.ts';
import type { Test } from '../records/tests/tests.ts';
import { isOver, type Job } from '../work/jobs/jobs.ts';

/** A variable of a test in a response of the API. */
export const presentVariable = ({
  group,
  calculation,
  changeDetection,
  labels,
  ...variable
}: Variable): VariableReply => ({
  ...variable,
  group: group ?? null,
  labels: [...labels],
  ...(calculation && { calculation }),
  changeDetection: changeDetection.map(presentDetection),
});

/** A model in a response of the API. Its name is also in its settings, as in the original server. */
export const presentDetection = ({
  id,
  model,
  config,
}: Model & { readonly id?: number }): ChangeDetectionReply => ({
  id: id ?? null,
  model,
  config: { model, ...config },
});

export function presentChange(
  change: Change,
  variable: Variable,
  { name, owner }: Pick<Test, 'name' | 'owner'>,
): ChangeReply {
  const { id, timestamp, confirmed, description, model, before, after, confidence, explanation } = change;
  const { datasetId, runId, ordinal, testId } = change;
  return {
    id,
    variable: presentVariable(variable),
    testName: name,
    testOwner: owner,
    dataset: { id: datasetId, runId, ordinal, testId },
    timestamp,
    confirmed,
    description,
    model,
    fingerprint: parseExact(change.fingerprint) as ChangeReply['fingerprint'],
    after,
    explanation,
    ...(before && { before }),
    ...(confidence !== undefined && { confidence }),
  };
}

/** A rule in a response of the API, without `waitsSince`, which only the check needs. */
export const presentRule = ({
  id,
  testId,
  name,
  labels,
  condition,
  maxStaleness,
  lastNotification,
}: MissingDataRule): MissingDataRuleReply => ({
  id,
  testId,
  maxStaleness,
  name: name ?? null,
  labels: [...labels],
  condition: condition ?? null,
  lastNotification: lastNotification ?? null,
});

/** The dashboard of a test: panels by name, with their variables by name. */
export function dashboardOf(testId: number, variables: readonly Variable[]): AlertingDashboard {
  const panels = Map.groupBy(variables, ({ group, name }) => group ?? name);
  return {
    testId,
    uid: '',
    url: '',
    panels: [...panels]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, list]) => ({
        name,
        variables: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(presentVariable),
      })),
  };
}

export function presentRecalculation(job: Job | undefined): DatapointRecalculation {
  const { listed, finished, failed } = job ?? { listed: 0, finished: 0, failed: 0 };
  const done = job === undefined || isOver(job);
  const percentage = done ? 100 : Math.floor((100 * finished) / Math.max(1, listed));
  return { percentage, done, totalDatasets: listed, errors: failed, datasetsWithoutValue: [] };
}
