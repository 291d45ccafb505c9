import { DownpourError } from '../../../lib/errors.ts';
import type { Principal } from '../../../lib/results/access.ts';
import type { Dialect } from '../../../lib/results/query/dialect.ts';
import { commonDialect } from '../../deployment.ts';

/** Parameters of every route that takes an expression. */
export type Asked = { readonly dialect?: Dialect; readonly lenient?: string };

/** How an expression is read: as the request says, else the API key, else the deployment. */
export const queryOptions = ({ dialect, lenient }: Asked, caller: Principal) => ({
  now: () => performance.now(),
  common: dialect ?? caller.dialect ?? commonDialect(),
  lenient: isTrue(lenient),
});

/** @param what run or dataset. */
export const partsTooLarge = (what: string, sizeBytes: number): DownpourError =>
  new DownpourError(
    'PARTS_TOO_LARGE',
    413,
    `${what} has ${sizeBytes} bytes, too many to be queried by its parts: ask without a schema`,
  );

export const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true';
