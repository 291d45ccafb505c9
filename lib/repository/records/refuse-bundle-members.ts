import { DownpourError } from '../../errors.ts';
import { plural } from '../../words.ts';

/**
 * Members of a test's bundle. Only the import accepts them, and other operations reject them instead of
 * ignoring them.
 */
const ofTests = ['variables', 'missingDataRules', 'experiments', 'actions', 'subscriptions'];
const ofSchemas = ['labels', 'transformers'];

/** Rejects a test's body that has members of a bundle or of a schema. */
export function refusePartsOfTest(body: object): void {
  refuseSchema(body);
  refuse(body, ofTests, 'the body of a test cannot have', 'import the whole test with POST /api/test/import');
}

/** Rejects members of a schema in a test. Transformers are allowed, because a test has transformers too. */
export const refuseSchema = (body: object): void =>
  refuse(body, ['uri', 'labels'], 'a test cannot have', 'import a schema with POST /api/schema/import');

export const refusePartsOfSchema = (body: object): void =>
  refuse(
    body,
    ofSchemas,
    'the body of a schema cannot have',
    'import the whole schema with POST /api/schema/import',
  );

/** Rejects a body that has one of the given members. Null and empty members are allowed. */
function refuse(body: object, members: readonly string[], what: string, hint: string): void {
  const found = members.filter((name) => !isEmpty((body as Readonly<Record<string, unknown>>)[name]));
  if (found.length === 0) return;
  const names = found.map((name) => `'${name}'`).join(', ');
  const message = `${what} ${plural('the member', found.length, 'the members')} ${names}; remove ${plural('this member', found.length, 'these members')}, or ${hint}`;
  throw new DownpourError('BODY_MISPLACED', 400, message, { details: found });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
