/** What the engine loads before it is asked anything. */
export { queryRun } from '../../lib/results/query/query-run.ts';
