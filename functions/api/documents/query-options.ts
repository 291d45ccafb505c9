import type { Principal } from '../../../lib/results/access.ts';
import type { Dialect } from '../../../lib/results/query/dialect.ts';
import { commonDialect } from '../../deployment.ts';

/** The parameters of routes whose requests have an expression. */
export type DialectOptions = { readonly dialect?: Dialect; readonly lenient?: string };

/**
 * The options of a query. The query language is that of the request, else of the API key, else of the
 * deployment.
 */
export const queryOptions = (options: DialectOptions, caller: Principal) =>
  optionsWith(options, caller, commonDialect());

/**
 * The options of a query of a dataset. Without a language of the request or of the API key it is `sql`. A
 * dataset is an array, and only the language of the original server finds members of its elements by their
 * names.
 */
export const datasetQueryOptions = (options: DialectOptions, caller: Principal) =>
  optionsWith(options, caller, 'sql');

const optionsWith = ({ dialect, lenient }: DialectOptions, caller: Principal, usual: Dialect) => ({
  now: () => performance.now(),
  common: dialect ?? caller.dialect ?? usual,
  lenient: isTrue(lenient),
});

export const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true';
