import type { Test } from '../../api.generated.ts';
import { ApiError } from '../../client/index.ts';
import { api } from './api.ts';
import { forgetOthers, type Loaded, reload, remember, useLoaded } from './cache.ts';
import { expireList } from './lists/run-list.ts';
import { foldersKey } from './lists/tests.ts';

/** The members of a test that a person edits on the page. */
export type TestSettings = Pick<Test, 'name' | 'owner' | 'access' | 'notificationsEnabled'> & {
  /** Empty: the root. */
  readonly folder: string;
  readonly description: string;
};

export const settingsOf = (test: Test): TestSettings => ({
  name: test.name,
  folder: test.folder ?? '',
  description: test.description ?? '',
  owner: test.owner,
  access: test.access,
  notificationsEnabled: test.notificationsEnabled,
});

export const isSame = (one: TestSettings, other: TestSettings): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Replaces the settings of the test that the person has seen. The other members of the test are not changed.
 * @param key the key of the test in the cache of the screen.
 * @returns the stored test. Undefined: another person has changed the settings meanwhile. The screen then
 * shows the stored test.
 */
export async function replaceSettings(
  settings: TestSettings,
  seen: Test,
  key: string,
): Promise<Test | undefined> {
  const { transformers: _, automaticVariables: __, version, ...others } = seen;
  try {
    await api.test.put({
      body: { ...others, ...settings, ...(version !== undefined && { replaces: version }) },
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'TEST_CHANGED')) throw error;
    const now = await freshTest(seen.id, key);
    if (!isSame(settingsOf(now), settingsOf(seen))) return undefined;
    return replaceSettings(settings, now, key);
  }
  const stored = await freshTest(seen.id, key);
  reload(foldersKey);
  forgetOthers();
  return stored;
}

/** Loads a test again. The screen shows the new answer too. */
async function freshTest(id: number, key: string): Promise<Test> {
  const test = await api.test.by(id).get();
  remember(key, test);
  return test;
}

/** Deletes a test. Its runs go into the trash. */
export async function deleteTest(id: number): Promise<void> {
  await api.test.by(id).delete();
  forgetOthers();
  expireList();
}

/** Loads the number of runs of a test. Without a test nothing is loaded. */
export const useRunCount = (test: number | undefined): Loaded<number> =>
  useLoaded(test === undefined ? undefined : `test ${test} run count`, async (signal) => {
    const { active } = await api.run.count.get({ query: { testId: test ?? 0 }, signal });
    return active;
  });
