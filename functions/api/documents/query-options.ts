import type { Principal } from '../../../lib/results/access.ts';
import type { Dialect } from '../../../lib/results/query/dialect.ts';
import { commonDialect } from '../../deployment.ts';

/** The parameters of routes whose requests have an expression. */
export type DialectOptions = { readonly dialect?: Dialect; readonly lenient?: string };

/**
 * The options of a query. The query language is that of the request, else of the API key, else of the
 * deployment.
 */
export const queryOptions = ({ dialect, lenient }: DialectOptions, caller: Principal) => ({
  now: () => performance.now(),
  common: dialect ?? caller.dialect ?? commonDialect(),
  lenient: isTrue(lenient),
});

export const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true';
