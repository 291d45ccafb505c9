import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer, ApiDocument } from '../../lib/contract/openapi-types.ts';

/**
 * The replies of schema/openapi.json, with compiled checks. The test files of a process share them, because
 * it takes longer to compile a check than to check all of its replies.
 */
export const contract: ApiDocument = JSON.parse(
  readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
ajv.addSchema({ $id: 'api', components: contract.components });
const checks = new WeakMap<object, ValidateFunction>();

/** The replies that the contract lists for `METHOD /path`, by status. */
export function repliesOf(route: string): Readonly<Record<string, Answer>> {
  const [verb = '', path = ''] = route.split(' ');
  return contract.paths[path]?.[verb.toLowerCase()]?.responses ?? {};
}

/** The errors of a value under a schema of the contract, in words. Undefined: none. */
export function faultsOf(value: unknown, schema: object): string | undefined {
  const check = checks.get(schema) ?? compiled(schema);
  checks.set(schema, check);
  return check(value) ? undefined : ajv.errorsText(check.errors);
}

function compiled(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')));
}
