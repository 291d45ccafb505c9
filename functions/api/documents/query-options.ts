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

export const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true';
