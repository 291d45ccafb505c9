import { versionOf } from '../record-version.ts';
import { type ListPage, pageOf } from '../visible-lists.ts';
import type { Test } from './tests.ts';

/** The page and the order of a list of tests, after validation. */
export type TestPage = ListPage<'id' | 'name' | 'folder' | 'owner' | 'access'> & {
  readonly roles?: string | undefined;
};

/** A test in a response, without its transformers. */
export const presentTest = (test: Test) => ({
  id: test.id,
  name: test.name,
  folder: test.folder ?? null,
  description: test.description ?? null,
  owner: test.owner,
  access: test.access,
  datastoreId: test.datastoreId ?? 1,
  timelineLabels: listOf(test.timelineLabels),
  timelineFunction: test.timelineFunction ?? null,
  fingerprintLabels: listOf(test.fingerprintLabels),
  fingerprintFilter: test.fingerprintFilter ?? null,
  compareUrl: test.compareUrl ?? null,
  notificationsEnabled: test.notificationsEnabled ?? true,
  automaticVariables: test.automaticVariables ?? true,
});

export const versionOfTest = (test: Test): string => versionOf(presentTest(test), test.transformers ?? []);

const listOf = (list: readonly string[] | null | undefined): string[] | null => (list ? [...list] : null);

/** A page of tests that are in memory. */
export const pageOfTests = (
  tests: readonly Test[],
  { sort = 'name', direction = 'Ascending', ...page }: TestPage,
): readonly Test[] => pageOf(tests, sort, { ...page, direction });
