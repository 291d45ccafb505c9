/** The modules that the engine loads before its first query. */
export { queryRun } from '../../lib/results/query/query-run.ts';
