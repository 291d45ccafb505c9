import { repositoryKey } from '../../../names/repository-keys.ts';
import { itemsOf, type Key, type Table, type Write } from '../../ports/table.ts';
import { deleteChange, openChanges } from '../../records/alerting/changes.ts';
import { seriesOf } from '../../records/alerting/fingerprint.ts';
import type { MissingDataRule, Variable } from '../../records/alerting/variables.ts';
import type { Repository } from '../../repository.ts';
import { fingerprintsOf } from '../series/datapoint-edits.ts';

type Watching = Pick<Repository, 'table' | 'alerting'>;

/**
 * Deletes a variable with its datapoints and changes. The call may be repeated, because the variable is
 * deleted last.
 */
export async function removeVariable(
  { table, alerting }: Watching,
  { id, testId }: Pick<Variable, 'id' | 'testId'>,
): Promise<void> {
  await removeMeasured(table, id);
  await alerting.replace(testId, [], [id]);
}

/** Deletes a rule of missing data with the records of its datasets. */
export async function removeRule(
  { table, alerting }: Watching,
  rule: Pick<MissingDataRule, 'id' | 'testId'>,
): Promise<void> {
  await deleteAll(table, repositoryKey.ruleMatch(rule.id, 0, 0, 0).pk);
  await alerting.removeRule(rule);
}

async function removeMeasured(table: Table, variable: number): Promise<void> {
  for (const text of await fingerprintsOf(table, variable)) {
    const { pk } = repositoryKey.datapoint(variable, seriesOf(text), 0, 0, 0);
    await deleteAll(table, pk);
    await table.write([{ delete: repositoryKey.series(variable, seriesOf(text)) }]);
  }
  for (const change of await openChanges(table).ofVariable(variable)) await table.write(deleteChange(change));
}

/** Deletes all items of a partition, in transactions of the largest size. */
async function deleteAll(table: Table, pk: string): Promise<void> {
  let keys: Key[] = [];
  const flush = async (): Promise<void> => {
    if (keys.length > 0) await table.write(keys.map(({ sk }): Write => ({ delete: { pk, sk } })));
    keys = [];
  };
  for await (const item of itemsOf(table, pk, { limit: 100 })) if (keys.push(item) === 100) await flush();
  await flush();
}
