import type { RunDocument } from '../../lib/driver/run/document.ts';
import type { ReportFinding } from '../../lib/report/findings.ts';
import { limitWords, placeOf } from '../../lib/report/limit-words.ts';
import { latency, percent } from '../../lib/report/units.ts';
import { few } from './report.ts';

type Verdict = RunDocument['verdicts'][number];
type Metric = { readonly name: string; readonly metric: string; readonly stepId: number };

/** True for a verdict that already reports a metric's failed requests. */
export function isFailureOfRequests(verdict: Verdict, { name, metric, stepId }: Metric): boolean {
  const { criterion, passed, phase } = verdict;
  const isAbout = phase === name && verdict.metric === metric && verdict.step === stepId;
  return isAbout && !passed && ['failedRatio', 'errorRatio', 'invalidRatio'].includes(criterion);
}

/**
 * Notes about the time that requests waited for connections when no limit judges it. This waiting is no
 * failure, but it explains latencies. All metrics share one line.
 */
export function waitingOf({ verdicts, stats }: RunDocument): ReportFinding[] {
  const waits = verdicts
    .filter(({ criterion, passed, isDefault, measured }) => {
      return criterion === 'blockedRatio' && passed && isDefault === true && measured > 0;
    })
    .map((verdict) => {
      const { phase, metric, step, measured } = verdict;
      const entry = stats.find((each) => {
        return each.name === phase && each.metric === metric && each.stepId === step;
      });
      const whole = latency(entry?.total.summary.blockedTime);
      return `${placeOf(verdict)} ${whole} (${percent(measured)} of the time)`;
    });
  if (waits.length === 0) return [];
  return [{ message: `requests waited for a free connection: ${few(waits).join(', ')}` }];
}

/**
 * The limits that were checked: first those of the document, each in its own line with its places, then the
 * defaults in one line.
 */
export function limitsOf({ verdicts }: RunDocument): readonly string[] {
  const texts = (of: readonly Verdict[]): ReadonlyMap<string, readonly Verdict[]> =>
    Map.groupBy(of, limitWords);
  const written = texts(verdicts.filter(({ isDefault }) => isDefault !== true));
  const defaults = texts(verdicts.filter(({ isDefault }) => isDefault === true));
  const limits = [...written].map(([text, same]) => {
    const places = [...new Set(same.map(placeOf))];
    return `${text} (${places.length > placesMax ? `${places.length} metrics` : places.join(', ')})`;
  });
  if (defaults.size > 0) limits.push(`${[...defaults.keys()].join(' and ')} (by default)`);
  return few(limits);
}

const placesMax = 3;
