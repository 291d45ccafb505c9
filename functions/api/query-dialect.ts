import type { Dialect } from '../../lib/results/query/dialect.ts';
import { environment } from '../../lib/store/names.ts';

/** What runs that both dialects accept; a deployment whose users come from PostgreSQL says `sql`. */
export const commonDialect = (): Dialect =>
  process.env[environment.commonDialect] === 'sql' ? 'sql' : 'jsonpath';
