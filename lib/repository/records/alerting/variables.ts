import type { Model } from '../../../detection/models.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import {
  all,
  type Condition,
  itemsOf,
  recordAt,
  recordOf,
  recordsAt,
  type Table,
  type Write,
} from '../../ports/table.ts';
import { change } from '../change.ts';

/** A variable of a test: a number that is computed for each dataset, and in which changes are detected. */
export type Variable = {
  readonly id: number;
  readonly testId: number;
  readonly name: string;
  /** The name of a group of variables that are shown together. Absent: the variable is shown alone. */
  readonly group?: string;
  readonly order: number;
  /** Names of the labels that the value is computed from. */
  readonly labels: readonly string[];
  /**
   * JavaScript that receives the value of the label, or an object if the variable has several labels. Absent:
   * the label's value is the number.
   */
  readonly calculation?: string;
  readonly changeDetection: readonly ChangeDetection[];
};

export type ChangeDetection = Model & { readonly id: number };

/** A rule about how often datasets of a test are expected. */
export type MissingDataRule = {
  readonly id: number;
  readonly testId: number;
  readonly name?: string;
  /** Names of the labels whose values the condition receives. */
  readonly labels: readonly string[];
  /** JavaScript that decides whether a dataset counts. Absent: every dataset counts. */
  readonly condition?: string;
  readonly maxStaleness: number;
  /** The time of the last notification in epoch milliseconds. */
  readonly lastNotification?: number;
  /**
   * The time in epoch milliseconds from which on the rule waits for its first dataset. Absent before the
   * first check.
   */
  readonly waitsSince?: number;
};

/** The variables and rules of a test. */
export type Watched = { readonly variables: readonly Variable[]; readonly rules: readonly MissingDataRule[] };

export type Alerting = ReturnType<typeof openAlerting>;

export function openAlerting(table: Table) {
  const ofTest = async (test: number): Promise<Watched> => {
    const items = await all(itemsOf(table, repositoryKey.variable(test, 0).pk));
    const variables = items.filter(({ sk }) => sk.startsWith('variable#')).map(recordOf<Variable>);
    const rules = items.filter(({ sk }) => sk.startsWith('rule#')).map(recordOf<MissingDataRule>);
    return { variables: variables.sort((a, b) => a.order - b.order || a.id - b.id), rules };
  };
  return {
    ofTest,

    /** The variables of all tests, by id. */
    async list(): Promise<readonly Variable[]> {
      const places = await all(itemsOf(table, repositoryKey.variablePlace(0).pk));
      const keys = places.map(({ testId, sk }) => repositoryKey.variable(Number(testId), Number(sk)));
      return recordsAt(table, keys);
    },

    async variable(id: number): Promise<Variable | undefined> {
      const place = await table.get(repositoryKey.variablePlace(id));
      return place && recordAt(table, repositoryKey.variable(Number(place.testId), id));
    },

    /** Reads several variables. Deleted ones are left out. */
    async variables(
      places: readonly { readonly testId: number; readonly variableId: number }[],
    ): Promise<readonly Variable[]> {
      const ids = new Map(places.map(({ testId, variableId }) => [variableId, testId]));
      const keys = [...ids].map(([id, test]) => repositoryKey.variable(test, id));
      return recordsAt(table, keys);
    },

    newVariableIds: (count: number): Promise<number> => table.newIds('variable', count),
    newDetectionIds: (count: number): Promise<number> => table.newIds('change-detection', count),

    /**
     * Sets the variables of a test together with a new version of the test. If two requests for one test
     * conflict, `decide` is called again with the variables that the first request wrote.
     * @param removal returns the task that deletes the variables that `decide` left out. Until then they are
     * stored.
     * @returns this task, which is written with the variables.
     */
    async set<Removal extends { readonly write: Write }>(
      test: number,
      decide: (present: readonly Variable[]) => Promise<readonly Variable[]>,
      removal: (gone: readonly number[]) => Removal,
    ): Promise<Removal | undefined> {
      const due: Removal[] = [];
      await change(table, repositoryKey.test(test), async (item) => {
        const { variables } = await ofTest(test);
        const put = await decide(variables);
        const ids = variables.map(({ id }) => id);
        const gone = ids.filter((id) => put.every((variable) => variable.id !== id));
        due.splice(0, 1, ...(gone.length > 0 ? [removal(gone)] : []));
        return { item, also: [...put.flatMap(variableWrites), ...due.map(({ write }) => write)] };
      });
      return due[0];
    },

    /** Writes some variables of a test and deletes others, at most 45 together. It writes all or none. */
    async replace(test: number, put: readonly Variable[], removed: readonly number[]): Promise<void> {
      const puts = put.flatMap(variableWrites);
      const deletes = removed.flatMap((id): Write[] => [
        { delete: repositoryKey.variable(test, id) },
        { delete: repositoryKey.variablePlace(id) },
      ]);
      if (puts.length + deletes.length > 0) await table.write([...puts, ...deletes]);
    },

    async rule(id: number): Promise<MissingDataRule | undefined> {
      const place = await table.get(repositoryKey.missingRulePlace(id));
      return place && recordAt(table, repositoryKey.missingRule(Number(place.testId), id));
    },

    /** The rules of all tests, by id. */
    async rules(): Promise<readonly MissingDataRule[]> {
      const places = await all(itemsOf(table, repositoryKey.missingRulePlace(0).pk));
      const keys = places.map(({ testId, sk }) => repositoryKey.missingRule(Number(testId), Number(sk)));
      return recordsAt(table, keys);
    },

    newRuleId: (): Promise<number> => table.newIds('missing-data-rule'),

    /** Writes a rule of missing data. False when the condition `when` does not hold. */
    putRule: async (rule: MissingDataRule, when?: Condition): Promise<boolean> =>
      (await table.write(ruleWrites(rule, when))).length === 0,

    async removeRule({ id, testId }: Pick<MissingDataRule, 'id' | 'testId'>): Promise<void> {
      await table.write([
        { delete: repositoryKey.missingRule(testId, id) },
        { delete: repositoryKey.missingRulePlace(id) },
      ]);
    },
  };
}

/** The writes of a variable. */
export const variableWrites = (variable: Variable): Write[] => [
  { put: { ...repositoryKey.variable(variable.testId, variable.id), ...variable } },
  { put: { ...repositoryKey.variablePlace(variable.id), testId: variable.testId } },
];

export const ruleWrites = (rule: MissingDataRule, when?: Condition): Write[] => [
  { put: { ...repositoryKey.missingRule(rule.testId, rule.id), ...rule }, ...(when && { when }) },
  { put: { ...repositoryKey.missingRulePlace(rule.id), testId: rule.testId } },
];
