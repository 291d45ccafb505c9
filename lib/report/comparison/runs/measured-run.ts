import { arrivalKinds } from '../../../driver/arrivals/registry.ts';
import { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../../driver/statistics/histograms/percentiles.ts';
import { summarise } from '../../../driver/statistics/histograms/summary-statistics.ts';
import type { Measure, MetricSubject, Subject } from '../measures.ts';
import type { MeasuredDocument } from './measured-document.ts';

type Entry = MeasuredDocument['stats'][number];

/** The numbers of one run, by subject and measure. */
export class MeasuredRun {
  /** The name of the run in messages. */
  readonly name: string;
  readonly document: MeasuredDocument;
  readonly #histograms = new Map<string, Histogram>();

  constructor(name: string, document: MeasuredDocument) {
    this.name = name;
    this.document = document;
  }

  /** The metrics of phases without warm-up. If all phases are warm-ups, all metrics. */
  get subjects(): readonly MetricSubject[] {
    const { stats } = this.document;
    const judged = stats.filter(({ isWarmup }) => !isWarmup);
    const names = new Map(
      (judged.length > 0 ? judged : stats).map(({ name, metric, request }) => [
        JSON.stringify([name, metric, request]),
        { phase: name, metric, ...(request === undefined ? {} : { request }) },
      ]),
    );
    return [...names.values()];
  }

  /**
   * True if the load is open: users arrive by a plan. In a closed load, a user arrives when another user
   * finishes. Without a phase, it is true if any phase is open.
   */
  isOpen({ phase }: Subject): boolean {
    return this.#phases(phase).some(({ name }) => this.#isOpenPhase(name));
  }

  /**
   * The value of a measure. Undefined when nothing was measured: no response, no request, no plan, or no such
   * phase.
   */
  value(subject: Subject, measure: Measure): number | undefined {
    const found = this.#value(subject, measure);
    return found !== undefined && Number.isFinite(found) && (measure.kind === 'difference' || found > 0)
      ? found
      : undefined;
  }

  /** The response times of a metric at full resolution. */
  responseTimes(subject: Subject): Histogram {
    const key = JSON.stringify([subject.phase, subject.metric, subject.request]);
    const known = this.#histograms.get(key) ?? this.#decoded(subject);
    this.#histograms.set(key, known);
    return known;
  }

  requests(subject: Subject): number {
    return sum(this.#summaries(subject), ({ requestCount }) => requestCount);
  }

  responses(subject: Subject): number {
    return sum(this.#summaries(subject), ({ responseCount }) => responseCount);
  }

  entries({ phase, metric, request }: Subject): readonly Entry[] {
    return this.document.stats.filter(
      (entry) =>
        entry.name === phase &&
        entry.metric === metric &&
        (request === undefined || entry.request === request),
    );
  }

  #value(subject: Subject, measure: Measure): number | undefined {
    const { name, quantile } = measure;
    if (name === 'errors') {
      const requests = this.requests(subject);
      return requests === 0 ? undefined : sum(this.#summaries(subject), ({ failed }) => failed) / requests;
    }
    if (name === 'throughput') return this.#throughput(subject, measure);
    if (this.responses(subject) === 0) return undefined;
    if (subject.metric === undefined) return this.#totalTime(measure);
    const times = this.responseTimes(subject);
    return quantile === undefined ? summarise(times).meanNs : valueAtPercentile(times, quantile * 100);
  }

  #throughput(subject: Subject, { unit }: Measure): number | undefined {
    if (unit === 'share') {
      const open = this.#phases(subject.phase).filter(({ name }) => this.#isOpenPhase(name));
      const planned = sum(open, ({ delivery }) => delivery.planned);
      return planned === 0 ? undefined : Math.min(1, sum(open, ({ delivery }) => delivery.started) / planned);
    }
    if (subject.metric === undefined) return this.document.total?.throughput;
    return sum(this.entries(subject), ({ throughput }) => throughput);
  }

  /**
   * The mean or a percentile of the response times of all requests. The run document has only the usual
   * percentiles, from merged histograms.
   */
  #totalTime({ name, quantile }: Measure): number | undefined {
    const total = this.document.total;
    if (total === undefined) return undefined;
    if (quantile === undefined) return total.summary.meanResponseTime;
    if (name === 'p95') return total.p95ResponseTime;
    const percentiles: Readonly<Record<string, number>> = total.summary.percentileResponseTime;
    return Object.entries(percentiles).find(([key]) => `p${Number(key)}` === name)?.[1];
  }

  #summaries(subject: Subject) {
    if (subject.metric !== undefined) return this.entries(subject).map(({ total }) => total.summary);
    const { total } = this.document;
    return total === undefined ? [] : [total.summary];
  }

  #decoded(subject: Subject): Histogram {
    const histogram = new Histogram();
    for (const { histograms } of this.entries(subject)) {
      const text = histograms.uncompensated ?? histograms.latency;
      if (text !== null) histogram.add(Histogram.decode(text));
    }
    return histogram;
  }

  #phases(phase: string | undefined) {
    const { phases } = this.document;
    if (phase !== undefined) return phases.filter(({ name }) => name === phase);
    const judged = phases.filter(({ isWarmup }) => !isWarmup);
    return judged.length > 0 ? judged : phases;
  }

  #isOpenPhase(phase: string): boolean {
    const arrivals = this.document.plan.phases.find(({ name }) => name === phase)?.arrivals;
    return arrivals !== undefined && arrivalKinds.get(arrivals.kind)?.model(arrivals).rate !== undefined;
  }
}

/** The percentiles that a run document has for all requests. */
export const totalPercentiles: readonly string[] = ['p50', 'p90', 'p95', 'p99', 'p99.9', 'p99.99'];

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => total + of(value), 0);
