import { DownpourError } from '../errors.ts';
import { environment as names } from '../names/environment.ts';

/**
 * The query language for expressions that are valid in both languages, as the environment sets it. Undefined
 * without the variable.
 * @throws DownpourError `DIALECT_UNKNOWN` (400), because the default would silently replace a misspelt
 * name.
 */
export function commonDialectOf(environment: NodeJS.ProcessEnv): 'jsonpath' | 'sql' | undefined {
  const dialect = environment[names.commonDialect];
  if (!dialect) return undefined;
  if (dialect === 'jsonpath' || dialect === 'sql') return dialect;
  const message = `${names.commonDialect} is '${dialect}': expected jsonpath or sql`;
  throw new DownpourError('DIALECT_UNKNOWN', 400, message);
}
