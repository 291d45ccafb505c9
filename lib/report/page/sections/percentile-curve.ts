import type { RunDocument } from '../../../driver/run/document.ts';
import { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import type { MeasuredDocument, MeasuredEntry } from '../../comparison/runs/measured-document.ts';
import { placeOf } from '../../limit-words.ts';
import type { PageComparison } from '../comparison-types.ts';
import { isRequest } from '../data/heat.ts';
import { narrowWindowOf } from '../data/limit-window.ts';
import type { Points } from '../data/page-data.ts';
import { pointsOf, responseTimesOf, serviceTimesOf } from '../data/percentile-curve.ts';
import { type Html, html } from '../html.ts';
import { beyondMin, count, countOf, time } from '../number-text.ts';
import { shareName } from '../scales/ticks.ts';
import {
  areFarAbove,
  type CurveLine,
  curveFigure,
  type LimitStep,
  lineSample,
} from '../svg/percentile-curve.ts';

type Entry = RunDocument['stats'][number];
type Verdict = RunDocument['verdicts'][number];

/** The percentile curve of the metric that came closest to its limits, or of all requests. */
export function curve(run: RunDocument, comparison: PageComparison | undefined): Html {
  const { name, entry, limits } = subjectOf(run);
  const histograms = entry === undefined ? histogramsOfRun(run) : entry.histograms;
  const all = responseTimesOf(run.total?.histograms);
  const lines = [
    ...line('response time', 'response', responseTimesOf(histograms)),
    ...line('service time', 'service', serviceTimesOf(histograms)),
    ...(limits.length > 0 && hasSeveral(run) ? line('all requests', 'all', all) : []),
    ...(comparison?.curve === undefined
      ? []
      : [{ name: comparison.against, look: 'baseline' as const, points: comparison.curve }]),
  ];
  const [first] = lines;
  return html`<section class="curve" aria-labelledby="curve-h">
<h2 id="curve-h">How long requests took <span class="of">${name}</span></h2>
${
  first === undefined || first.points.total < 2 * beyondMin
    ? html`<p class="empty">Too few responses for a curve: ${count(first?.points.total ?? 0)}.</p>`
    : html`${curveFigure(lines, limits, 'curve')}
<ul class="legend">${lines.map(({ name: each, look }) => html`<li>${lineSample(look)} ${each}</li>`)}${limits.length > 0 && limitLegend(lines, limits)}</ul>
<p class="fine">${endOf(first)} Response time counts from the planned start, service time from sending. The time between them is waiting time.</p>`
}
</section>`;
}

/** The percentile curve of other runs, with their requests joined. Undefined unless all runs have it. */
export function curveOfOthers(run: RunDocument, others: readonly MeasuredDocument[]): Points | undefined {
  const { entry } = subjectOf(run);
  const together = new Histogram();
  for (const other of others) {
    const same = other.stats.find(
      ({ name, metric, stepId }) =>
        name === entry?.name && metric === entry.metric && stepId === entry.stepId,
    );
    const times = responseTimesOf(entry === undefined ? histogramsOfRun(other) : same?.histograms);
    if (times === undefined) return undefined;
    together.add(times);
  }
  return together.count < 2 * beyondMin ? undefined : pointsOf(together);
}

function limitLegend(lines: readonly CurveLine[], limits: readonly LimitStep[]): Html {
  if (areFarAbove(lines, limits)) {
    const far = limits.map(({ quantile, limit }) => `${time(limit)} at ${shareName(quantile)}`);
    return html`<li>limits far above: ${far.join(', ')}</li>`;
  }
  const broken = limits.some(({ limit, measured }) => measured > limit);
  return html`<li>${lineSample('limit')} limit${broken && ', ✗ where it was broken'}</li>`;
}

function line(name: string, look: CurveLine['look'], times: Histogram | undefined): readonly CurveLine[] {
  return times === undefined ? [] : [{ name, look, points: pointsOf(times) }];
}

/**
 * The metric that broke the limits on percentiles in the document, or came closest to them. Metrics of
 * warm-ups come last. Without these limits, all requests of the run are shown.
 */
function subjectOf(run: RunDocument): {
  readonly name: string;
  /** The metric. Absent: all requests. */
  readonly entry?: Entry;
  readonly limits: readonly LimitStep[];
} {
  const all = run.verdicts.filter(({ criterion, isDefault }) => criterion === 'limit' && isDefault !== true);
  // The curve shows a whole phase. So a limit that was judged over a whole phase is preferred to a limit with
  // a shorter window.
  const whole = all.filter((each) => narrowWindowOf(each, run) === undefined);
  const judged = whole.length > 0 ? whole : all;
  const warmUps = new Set(run.phases.filter(({ isWarmup }) => isWarmup).map(({ name }) => name));
  const [closest] = judged.toSorted(
    (one, other) =>
      Number(isBroken(other)) - Number(isBroken(one)) ||
      Number(warmUps.has(one.phase)) - Number(warmUps.has(other.phase)) ||
      usedOf(other) - usedOf(one),
  );
  const entry = closest && run.stats.find((each) => isAbout(closest, each));
  if (closest === undefined || entry === undefined) {
    return { name: 'all requests', limits: [] };
  }
  const same = judged.filter((each) => isAbout(each, entry));
  const steps = same.map(({ quantile = 0, limit, measured }) => ({ quantile, limit, measured }));
  return { name: placeOf(closest), entry, limits: steps };
}

/**
 * The histograms of the whole run. Documents of older releases have none. If only one metric was measured,
 * its histograms are used instead.
 */
function histogramsOfRun<Histograms>({
  total,
  stats,
}: {
  readonly total?: { readonly histograms: Histograms };
  readonly stats: readonly (Pick<MeasuredEntry, 'isRequest' | 'isWarmup'> & {
    readonly histograms: Histograms;
  })[];
}): Histograms | undefined {
  if (total?.histograms !== undefined) return total.histograms;
  const measured = stats.filter((entry) => isRequest(entry) && !entry.isWarmup);
  return measured.length === 1 ? measured[0]?.histograms : undefined;
}

const isBroken = ({ passed, unclear }: Verdict): boolean => !passed && unclear !== true;

const usedOf = ({ measured, limit }: Verdict): number => (limit > 0 ? measured / limit : 0);

const isAbout = ({ phase, metric, step }: Verdict, entry: Entry): boolean =>
  entry.name === phase && entry.metric === metric && entry.stepId === step;

const hasSeveral = ({ stats }: RunDocument): boolean =>
  stats.filter((entry) => isRequest(entry) && !entry.isWarmup).length > 1;

function endOf({ points: { total, steps } }: CurveLine): string {
  const beyond = steps.at(-2) ?? total;
  return `The curve ends at ${shareName(floored(1 - beyond / total))}, because at most ${beyond} of ${countOf(total, 'response')} took longer.`;
}

/** Rounds a share down, so that it never shows more nines than it has, such as 99.9 % for 99.89 %. */
function floored(share: number): number {
  const digits = 10 ** Math.max(3, Math.ceil(-Math.log10(Math.max(1e-9, 1 - share))) + 1);
  return Math.floor(share * digits) / digits;
}
