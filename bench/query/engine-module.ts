/** What the engine loads before it is asked anything. */
export { askRun } from '../../lib/results/filter-query/ask-run.ts';
