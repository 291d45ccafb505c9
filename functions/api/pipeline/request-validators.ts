import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { OperationName } from '../../../lib/api.generated.ts';
import { compilerOf, type RequestPart } from '../../../lib/contract/compile-checks.ts';

const compiler = compilerOf({ source: false });
const compiled = new Map<string, ValidateFunction | undefined>();

/**
 * The check of a part of a request, compiled when it is first needed. Undefined: any value is allowed. In a
 * bundle, the compiled checks of the bundle's operations replace this module
 * (lib/bundle/request-validators.ts).
 */
export function checkOf(name: OperationName, part: RequestPart): ValidateFunction | undefined {
  const key = `${name} ${part}`;
  if (!compiled.has(key)) compiled.set(key, compiler.compile(name, part));
  return compiled.get(key);
}
