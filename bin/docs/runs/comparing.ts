import { defaultGates } from '../../../lib/report/comparison/gate.ts';
import { falseAlarms } from '../../../lib/report/comparison/judged-gate.ts';
import { outsideOf } from '../../../lib/report/comparison/statistics/hodges-lehmann.ts';
import { visibleShift } from '../../../lib/report/comparison/statistics/power.ts';
import { percent } from '../../../lib/report/units.ts';
import { code, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';

/** The page docs/comparing.md. */
export const comparingPage = (): string =>
  filledPage('comparing.md', {
    fewestForOne: `${fewest(1)}`,
    fewestForTwo: `${fewest(2)}`,
    fewestForThree: `${fewest(3)}`,
    few: table(['runs', '1 %', '2 %', '5 %'], few),
    defaultGates: defaultGates.map(({ measure, limit }) => code(`${measure}:${limit * 100}%`)).join(' and '),
  });

const few = [4, 5, 6, 8, 10].map((runs) => {
  const shift = visibleShift(runs, runs, falseAlarms) ?? Number.NaN;
  return [`${runs} + ${runs}`, ...[0.01, 0.02, 0.05].map((noise) => percent(Math.expm1(noise * shift)))];
});

/**
 * The smallest number of baseline runs that a comparison needs for a verdict about this number of candidate
 * runs.
 */
function fewest(candidates: number): number {
  let baseline = 1;
  while (outsideOf(baseline, candidates, falseAlarms) < 0) baseline += 1;
  return baseline;
}
