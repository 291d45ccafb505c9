import { listPrices } from '../../../lib/facts.ts';
import { dollars, exactly } from '../../../lib/report/units.ts';

/**
 * What a list of 100,000 runs takes, for docs/cost.md: `node bench/repository/many-runs.ts` on Node 24.21 and
 * a busy machine with two processors of an AMD EPYC, 2026-11-23. Milliseconds are those of a repository on
 * one machine, in the middle of many calls.
 */
const measured = [
  { what: 'the first 20 runs', units: 23, ms: 18 },
  { what: '20 runs of a test with 10,000', units: 5, ms: 10 },
  { what: '20 runs behind a cursor, anywhere', units: 23, ms: 8 },
  { what: '20 runs with the highest or the lowest ids', units: 42, ms: 10 },
  { what: '20 runs that name a schema', units: 24, ms: 7 },
  { what: '20 tests of 1,000', units: 22, ms: 4 },
  { what: '20 label values of a test with 10,000 runs', units: 20, ms: 16 },
  { what: '20 runs of a test with 10,000 by another column', units: 830, ms: 777 },
  { what: 'all label values of a test with 10,000 runs', units: 1508, ms: 2823 },
  { what: '20 runs by their page 2,500: a cursor costs less', units: 4078, ms: 6113 },
] as const;

export const listedRuns = 100_000;

export const listRows = (): readonly (readonly string[])[] =>
  measured.map(({ what, units, ms }) => [
    what,
    exactly(units),
    exactly(ms),
    dollars(1e6 * units * listPrices.tableReadDollars),
  ]);
