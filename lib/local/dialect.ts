import { DownpourError } from '../errors.ts';
import { environment as names } from '../names/environment.ts';

/**
 * As what an environment has expressions read that both dialects accept; undefined where it does not say.
 * @throws DownpourError `DIALECT_UNKNOWN` (400): the usual one would be taken for it without a word.
 */
export function commonDialectOf(environment: NodeJS.ProcessEnv): 'jsonpath' | 'sql' | undefined {
  const dialect = environment[names.commonDialect];
  if (!dialect) return undefined;
  if (dialect === 'jsonpath' || dialect === 'sql') return dialect;
  const message = `${names.commonDialect} is '${dialect}': expected jsonpath or sql`;
  throw new DownpourError('DIALECT_UNKNOWN', 400, message);
}
