import { defaultGates } from '../../../lib/report/comparison/gate.ts';
import { falseAlarms } from '../../../lib/report/comparison/judged-gate.ts';
import { outsideOf } from '../../../lib/report/comparison/statistics/hodges-lehmann.ts';
import { visibleShift } from '../../../lib/report/comparison/statistics/power.ts';
import { percent } from '../../../lib/report/units.ts';
import { fenced, page, table } from '../../generate/markdown.ts';

/** docs/comparing.md */
export const comparingPage = (): string =>
  page(
    'Compare runs',
    `\`bin/downpour compare\` says whether the runs of one side are worse than those of another. It compares *runs*, not
requests: each run gives one number of each kind, such as its own p99. So run the same document against the old version and the new one,`,
    fenced('sh', 'bin/downpour run shop.hf.yaml'),
    'five times each and in turn, and compare:',
    fenced('sh', 'bin/downpour compare 11,13,15,17,19 12,14,16,18,20'),
    outcomes,
    onePair,
    many,
    gates,
    reading,
  );

const outcomes = `## Four outcomes

${table(
  ['outcome', 'what it means', 'exit code'],
  [
    ['worse', 'The whole interval of the change lies beyond the limit.', '`1`'],
    [
      'not worse',
      'The whole interval lies within the limit. The change may be real, but it is small enough; or it is for the better.',
      '`0`',
    ],
    [
      'cannot tell',
      'The interval crosses the limit, or so few runs allow none. The line `try` names the runs that would tell.',
      '`0`, with `--strict` `4`',
    ],
    [
      'invalid',
      'These runs cannot be compared: they are not of the same load, or one of them was not judged because the generator was too busy, it was stopped or it is incomplete.',
      '`4`',
    ],
  ],
)}

Not worse is not the same as equal, and cannot tell is not the same as not worse: a comparison that sees nothing because
it has too few runs says so.`;

const onePair = `## Why one pair of runs is not enough

Two runs of one program on one machine differ: memory lies elsewhere, the compiler decided otherwise, a neighbour was busy,
data have grown. The requests within a run know nothing of that, however many there are, and neighbouring seconds depend on
each other besides. In simulated pairs of runs between which nothing had changed, the usual rank test over their seconds
found a change at 5 % in these shares of the pairs:

${table(
  [
    'correlation of neighbouring seconds',
    'deviation between runs, in deviations of one second',
    'found a change',
  ],
  [
    ['0', '0', '4 %'],
    ['0.5', '0', '27 %'],
    ['0.8', '0', '52 %'],
    ['0', '0.3', '72 %'],
    ['0.5', '1', '92 %'],
  ],
)}

So one run against one run is never *worse*. What is shown is the spread within each run: the interval of each percentile from
order statistics, widened by drawing blocks of at least 10 seconds again. Two such intervals that do not meet are a reason to
repeat both runs, and no more than that.`;

const few = [4, 5, 6, 8, 10].map((runs) => {
  const shift = visibleShift(runs, runs, falseAlarms) ?? Number.NaN;
  return [`${runs} + ${runs}`, ...[0.01, 0.02, 0.05].map((noise) => percent(Math.expm1(noise * shift)))];
});

/** Runs of a baseline that so many candidates need. */
function fewest(candidates: number): number {
  let baseline = 1;
  while (outsideOf(baseline, candidates, falseAlarms) < 0) baseline += 1;
  return baseline;
}

const many = `## How many runs

Four of each side are the fewest that can show a change at 5 % with one gate: with three, even runs that are all slower than all
others are no proof. With the two default gates it takes five, because they share the 5 %. One new run needs ${fewest(1)} old ones, two need ${fewest(2)}, three need ${fewest(3)}. More runs see smaller changes. This is the smallest
change that a comparison finds 4 times in 5, for runs that differ by 1, 2 and 5 % among themselves (standard deviation):

${table(['runs', '1 %', '2 %', '5 %'], few)}

Run both sides in turn (A B A B): what drifts in the meantime, a machine that grows warm or a database that fills, then meets
both. The line \`in time\` shows the order. \`--baseline TEST\` takes the last runs of a test in the repository.`;

const gates = `## What may not get worse

\`--fail-on p99:10%\` is a gate: the p99 of all requests may rise by up to 10 %. It may be given several times, and
\`browse:p99:10%\` is about one metric. Without it the gates are ${defaultGates.map(({ measure, limit }) => `\`${measure}:${limit * 100}%\``).join(' and ')}.

${table(
  ['measure', 'what it is'],
  [
    ['`p50`, `p99`, `p99.9` ...', 'A percentile of the response times; the change is a ratio.'],
    ['`mean`', 'Their mean; the change is a ratio.'],
    [
      '`errors`',
      'Share of the requests that failed; the change is in percentage points, because a share is often 0.',
    ],
    [
      '`throughput`',
      'Of a closed load (`always`, `atOnce`) the responses per second, as a ratio. Users who arrive at a rate arrive at that rate however slow the target is: of these it is the share of the planned users who started, in percentage points.',
    ],
  ],
)}

Gates share the 5 % of false alarms (Holm's steps), so each further one asks for more runs: choose few, before you look. A gate
for which all runs show the same number, such as no errors at all, takes no part of it. The table below the gates has every metric
of every phase, and all requests when there are several metrics, with its own correction (Benjamini and Hochberg). It is there to look through and decides nothing.`;

const reading = `## What the table says

${table(
  ['column', 'what it says'],
  [
    ['`baseline`, `candidate`', 'Median over the runs of each side.'],
    [
      '`change`',
      'The median of all ratios between a run of one side and a run of the other (Hodges and Lehmann).',
    ],
    [
      '`interval`',
      'The changes that the exact rank test (Mann and Whitney) would not refuse; it holds the true change in at least 95 of 100 comparisons, in more when several gates share the 5 %.',
    ],
    ['`limit`', 'The change for the worse that is accepted.'],
    [
      '`sees from`',
      'The smallest change for the worse that this comparison would have told from none 4 times in 5, given how much its runs differ among themselves. When it is larger than what matters to you, *not worse* says little about a limit near 0: make more runs.',
    ],
    ['`outcome`', 'Of this gate. The worst one decides.'],
    ['`corrected`', '`stands`: the change is below 5 % after correction over the whole table.'],
  ],
)}

Two runs are of the same load when their documents define the same targets, phases, rates, times and scenarios, which a run keeps
as hashes in \`plan.definition\` of [its document](run.md). Seed, shards, limits and the version of Downpour do not count, but
differences in them are told. When the difference is what you want to compare, such as another address of the target,
\`--allow-differences\` judges all the same.

\`--json\` prints all of it, with the numbers of every run. \`bin/downpour report RUN -o report.html --baseline RUNS\` puts the comparison of
one run into [its page](report.md#the-page).`;
