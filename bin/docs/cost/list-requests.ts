import { listPrices } from '../../../lib/facts/prices.ts';
import { dollars, exactly } from '../../../lib/report/units.ts';

/**
 * The measured cost of a list of 100,000 runs, for docs/cost.md. Measured with `node
 * bench/repository/many-runs.ts` on Node 24.21 and a busy machine with two processors of an AMD EPYC,
 * 2026-11-23. The milliseconds are the median of many calls to a repository on one machine.
 */
const measured = [
  { call: 'the first 20 runs', units: 23, ms: 18 },
  { call: '20 runs of a test with 10,000 runs', units: 5, ms: 10 },
  { call: '20 runs after a cursor, anywhere', units: 23, ms: 8 },
  { call: '20 runs with the highest or the lowest ids', units: 42, ms: 10 },
  { call: '20 runs that name a schema', units: 24, ms: 7 },
  { call: '20 of 1,000 tests', units: 22, ms: 4 },
  { call: '20 label values of a test with 10,000 runs', units: 20, ms: 16 },
  { call: '20 runs of a test with 10,000 runs, sorted by another column', units: 830, ms: 777 },
  { call: 'all label values of a test with 10,000 runs', units: 1508, ms: 2823 },
  { call: '20 runs of page 2,500 (a cursor costs less)', units: 4078, ms: 6113 },
] as const;

export const listedRuns = 100_000;

export const listRows = (): readonly (readonly string[])[] =>
  measured.map(({ call, units, ms }) => [
    call,
    exactly(units),
    exactly(ms),
    dollars(1e6 * units * listPrices.tableReadDollars),
  ]);
