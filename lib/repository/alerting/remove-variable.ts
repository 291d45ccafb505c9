import { repositoryKey } from '../../store/names.ts';
import { itemsOf, type Key, type Table, type Write } from '../table.ts';
import { deleteChange, openChanges } from './changes.ts';
import { seriesOf } from './fingerprint.ts';
import { fingerprintsOf } from './series.ts';

/** Deletes what was measured of a variable that is gone. May be repeated. */
export async function removeMeasured(table: Table, variable: number): Promise<void> {
  for (const text of await fingerprintsOf(table, variable)) {
    const { pk } = repositoryKey.datapoint(variable, seriesOf(text), 0, 0, 0);
    await deleteAll(table, pk);
    await table.write([{ delete: repositoryKey.series(variable, seriesOf(text)) }]);
  }
  for (const change of await openChanges(table).ofVariable(variable)) await table.write(deleteChange(change));
}

/** Deletes a partition, as many items at once as a transaction takes. */
export async function deleteAll(table: Table, pk: string): Promise<void> {
  let keys: Key[] = [];
  const flush = async (): Promise<void> => {
    if (keys.length > 0) await table.write(keys.map(({ sk }): Write => ({ delete: { pk, sk } })));
    keys = [];
  };
  for await (const item of itemsOf(table, pk, { limit: 100 })) if (keys.push(item) === 100) await flush();
  await flush();
}
