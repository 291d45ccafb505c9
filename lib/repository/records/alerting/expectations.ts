import { repositoryKey } from '../../../names/repository-keys.ts';
import { recordOf, recordsIn, type Table, type Write } from '../../ports/table.ts';

/** An expected run. Its instants are in epoch milliseconds. */
export type Expectation = {
  readonly id: number;
  readonly testId: number;
  readonly expectedBefore: number;
  readonly expectedBy: string;
  readonly backlink?: string;
};

/** The store of expected runs. Few exist at a time: each ends with a run of its test, or at its deadline. */
export function openExpectations(table: Table) {
  return {
    /** All expectations. The earliest deadline comes first. */
    list: () => recordsIn<Expectation>(table, repositoryKey.expectation(0, 0).pk),

    /** Reads the expectation of a test that has the earliest deadline. */
    async firstOf(test: number): Promise<Expectation | undefined> {
      const { pk } = repositoryKey.testExpectation(test, 0, 0);
      const [item] = (await table.page(pk, { limit: 1 })).items;
      return item && recordOf<Expectation>(item);
    },

    async add(expectation: Omit<Expectation, 'id'>): Promise<void> {
      const id = await table.newIds('expectation');
      const places = placesOf({ ...expectation, id });
      await table.write([
        ...places.map((key): Write => ({ put: { ...expectation, ...key, id } })),
        counted(expectation, 1),
      ]);
    },

    /** Deletes the expectations of a removed test. */
    async removeAll(test: number): Promise<void> {
      const { pk } = repositoryKey.testExpectation(test, 0, 0);
      for (const each of await recordsIn<Expectation>(table, pk)) await table.write(takenBack(each));
      await table.write([{ delete: repositoryKey.expectationCount(test) }]);
    },

    isThere: async ({ expectedBefore, id }: Expectation): Promise<boolean> =>
      (await table.get(repositoryKey.expectation(expectedBefore, id))) !== undefined,
  };
}

/**
 * The writes that end an expectation. Two transactions may contain them: that of the run that fulfils the
 * expectation, and that of the event when the deadline passes. Only the first succeeds.
 */
export const takenBack = (expectation: Expectation): readonly Write[] => [
  ...placesOf(expectation).map((key): Write => ({ delete: key, when: 'present' })),
  counted(expectation, -1),
];

const counted = ({ testId }: Pick<Expectation, 'testId'>, open: number): Write => ({
  update: repositoryKey.expectationCount(testId),
  add: { open },
});

const placesOf = ({ testId, expectedBefore, id }: Expectation) => [
  repositoryKey.expectation(expectedBefore, id),
  repositoryKey.testExpectation(testId, expectedBefore, id),
];
