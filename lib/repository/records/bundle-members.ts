import { DownpourError } from '../../errors.ts';

/** Members of bundles, with the operation that keeps them: elsewhere they would be dropped, and nobody would know. */
const ofTests = ['variables', 'missingDataRules', 'experiments', 'actions', 'subscriptions'];
const ofSchemas = ['labels', 'transformers'];

/** A test by itself has no parts, and a schema is no test. */
export function refusePartsOfTest(body: object): void {
  refuseSchema(body);
  refuse(body, ofTests, 'a test by itself does not keep', '/api/test/import');
}

/** A test has transformers too, but neither a URI nor labels. */
export const refuseSchema = (body: object): void =>
  refuse(body, ['uri', 'labels'], 'a test does not keep', '/api/schema/import');

export const refusePartsOfSchema = (body: object): void =>
  refuse(body, ofSchemas, 'a schema by itself does not keep', '/api/schema/import');

/** What is null or empty says nothing. */
function refuse(body: object, members: readonly string[], what: string, operation: string): void {
  const found = members.filter((name) => !isEmpty((body as Readonly<Record<string, unknown>>)[name]));
  if (found.length === 0) return;
  const message = `${what} ${found.join(', ')}: send the bundle to ${operation}, or leave them out`;
  throw new DownpourError('BODY_MISPLACED', 400, message, { details: found });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
