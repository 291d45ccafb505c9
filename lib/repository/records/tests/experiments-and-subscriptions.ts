import { repositoryKey } from '../../../names/repository-keys.ts';
import { all, type Item, itemsOf, type Table, type Write } from '../../ports/table.ts';

/**
 * The kinds of parts that a test can have. Each kind has its own ids. A bundle of a test has a member for
 * each kind.
 */
export const partKinds = ['experiments', 'subscriptions'] as const;
export type PartKind = (typeof partKinds)[number];

export type TestPart = { readonly id: number; readonly testId: number };

export type TestParts = ReturnType<typeof openTestParts>;

export function openTestParts(table: Table) {
  const ofTest = async <T extends TestPart>(kind: string, test: number): Promise<readonly T[]> => {
    const { pk, sk } = repositoryKey.testPart(kind, test, 0);
    const prefix = sk.slice(0, sk.indexOf('#') + 1);
    return (await all(itemsOf(table, pk, { prefix }))).map(partOf<T>);
  };
  return {
    /** Reads the parts of one kind that a test has, in the order of their ids. */
    ofTest: <T extends TestPart>(kind: PartKind, test: number): Promise<readonly T[]> =>
      ofTest<T>(kind, test),

    /** Reads the parts of one kind that all tests have, by test and id. */
    list: async <T extends TestPart>(kind: PartKind): Promise<readonly T[]> =>
      (await all(itemsOf(table, repositoryKey.testPart(kind, 0, 0).pk))).map(partOf<T>),

    newIds: (kind: PartKind, count = 1): Promise<number> => table.newIds(kind, count),

    /** Writes a new or an existing part of a test. False when the test is deleted. */
    put: async (kind: PartKind, part: TestPart): Promise<boolean> =>
      (
        await table.write([
          partWrite(kind, part),
          { check: repositoryKey.test(part.testId), when: 'present' },
        ])
      ).length === 0,

    /** Deletes a part of a test. False when the part does not exist. */
    remove: async (kind: PartKind, test: number, id: number): Promise<boolean> =>
      (await table.write([{ delete: repositoryKey.testPart(kind, test, id), when: 'present' }])).length === 0,

    /**
     * Deletes all parts of a test. The call may be repeated. Earlier releases stored imported actions as
     * parts, which are unused and are deleted too.
     */
    async removeAll(test: number): Promise<void> {
      for (const kind of [...partKinds, 'actions'])
        for (const { id } of await ofTest(kind, test))
          await table.write([{ delete: repositoryKey.testPart(kind, test, id) }]);
    },
  };
}

/**
 * The write of a part of a test. A part is stored as JSON text, because content of users may be deeper than
 * the table's maps.
 */
export const partWrite = (kind: PartKind, part: TestPart): Write => ({
  put: { ...repositoryKey.testPart(kind, part.testId, part.id), text: JSON.stringify(part) },
});

const partOf = <T extends TestPart>({ text }: Item): T => JSON.parse(String(text));
