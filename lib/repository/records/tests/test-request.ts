import type { TestRequest } from '../../../api.generated.ts';
import { DownpourError } from '../../../errors.ts';
import { refuseUnlessSegment } from '../../../results/url-segment.ts';
import { givenAccess } from '../given-access.ts';
import { parseFolder } from './test-folders.ts';
import type { Test } from './tests.ts';

/** Parses a test in the body of a request. Null members count as absent. */
export function parseTest(body: TestRequest) {
  const name = body.name.trim();
  if (name === '') throw new DownpourError('TEST_NAME_EMPTY', 400, 'Test name can not be empty');
  refuseUnlessSegment('TEST_NAME_INVALID', 'a test', name);
  const access = givenAccess(body.access);
  const { id, owner, description, datastoreId, notificationsEnabled, automaticVariables } = body;
  const { timelineLabels, timelineFunction, fingerprintLabels, fingerprintFilter, compareUrl } = body;
  const known = {
    id,
    owner,
    description,
    datastoreId,
    notificationsEnabled,
    automaticVariables,
    timelineLabels,
    timelineFunction,
    fingerprintLabels,
    fingerprintFilter,
    compareUrl,
  };
  const given = Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...(given as Partial<Test>), name, folder: folderOf(body.folder), ...(access && { access }) };
}

/**
 * The fields of a test that remain when a request to change the test does not contain them. All other fields
 * come from the request.
 */
export const keptOf = ({ id, owner, access, transformers, automaticVariables, name }: Test): Test => ({
  id,
  owner,
  access,
  name,
  ...(transformers && { transformers }),
  ...(automaticVariables !== undefined && { automaticVariables }),
});

export function folderOf(text: string | null | undefined): string | null {
  const folder = parseFolder(text);
  if (folder !== undefined) return folder;
  throw new DownpourError(
    'FOLDER_INVALID',
    400,
    'a folder cannot have the name *, because * means all folders; choose another name',
  );
}

export const nameTaken = (): DownpourError =>
  new DownpourError(
    'NAME_TAKEN',
    409,
    'Could not persist test due to another test. Another test has this name: choose another name.',
  );
