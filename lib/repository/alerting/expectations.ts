import { repositoryKey } from '../../store/names.ts';
import { all, type Item, itemsOf, type Table } from '../table.ts';

/** A run that somebody waits for. Instants in epoch milliseconds. */
export type Expectation = {
  readonly id: number;
  readonly testId: number;
  readonly expectedBefore: number;
  readonly expectedBy: string;
  readonly backlink?: string;
};

export type Expectations = ReturnType<typeof openExpectations>;

/** There are few of them at a time: each ends with a run of its test, or with its time. */
export function openExpectations(table: Table) {
  const list = async (): Promise<readonly Expectation[]> =>
    (await all(itemsOf(table, repositoryKey.expectation(0, 0).pk))).map(expectationOf);
  const remove = async ({ expectedBefore, id }: Expectation): Promise<boolean> => {
    const key = repositoryKey.expectation(expectedBefore, id);
    return (await table.write([{ delete: key, when: 'present' }])).length === 0;
  };
  return {
    /** The first that is due first. */
    list,
    /** False when it is gone. */
    remove,

    async add(expectation: Omit<Expectation, 'id'>): Promise<void> {
      const id = await table.newIds('expectation');
      await table.write([
        { put: { ...expectation, ...repositoryKey.expectation(expectation.expectedBefore, id), id } },
      ]);
    },

    /** A run of the test has come: takes back the one that was due first. */
    async meet(testId: number): Promise<void> {
      const met = (await list()).filter((expectation) => expectation.testId === testId);
      // Another run may have taken the first one at the same moment: then the next one is this run's.
      for (const expectation of met) if (await remove(expectation)) return;
    },
  };
}

/** An item without its keys. */
function expectationOf({ pk: _, sk: __, ...expectation }: Item): Expectation {
  return expectation as unknown as Expectation;
}
