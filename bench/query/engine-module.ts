/** What the engine loads before it is asked anything. */
export { askRun } from '../../lib/results/query/ask-run.ts';
