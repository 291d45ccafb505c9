import { isBroken, judgeMeasured, type Measured, sentenceOf, type Verdict } from '../../judging/sla.ts';
import type { Sla, StepSlas } from '../../model/sla.ts';
import type { LiveEvidence } from '../../progress/live-evidence.ts';
import { requestNames } from '../../request/distinct-names.ts';
import type { UnhealthyCause } from '../../statistics/health/unhealthy.ts';
import type { Row } from '../../statistics/partial.ts';
import { Statistics } from '../../statistics/statistics.ts';
import { Tally } from '../../statistics/tally.ts';
import { aborting } from './limits.ts';
import { type LiveLimits, secondsOf } from './live-limits.ts';

type Part = Pick<Row, 'metric' | 'step' | 'second'> & {
  readonly cause: UnhealthyCause | undefined;
  readonly tally: Tally;
};

/** Judges limits during the load, over the reports of all shards of a phase together. */
export class LiveJudge {
  readonly #limits: LiveLimits;
  /**
   * By second: the shards that have reported it, and the sum of their measurements. The sum has one part for
   * each metric and each cause of an unhealthy second.
   */
  readonly #seconds = new Map<number, { readonly shards: Set<number>; readonly parts: Map<string, Part> }>();
  readonly #totals = new Map<number, LiveEvidence['totals']>();
  /** The last second of each shard that has ended, by shard number. */
  readonly #ended = new Map<number, number>();
  readonly #firstSeen = new Map<string, number>();
  #judged = -1;

  constructor(limits: LiveLimits) {
    this.#limits = limits;
  }

  /** Adds a report of a shard. Seconds that the shard has already reported are ignored. */
  hear(shard: number, { totals, seconds }: LiveEvidence, endedAt?: number): void {
    this.#totals.set(shard, totals);
    if (endedAt !== undefined) this.#ended.set(shard, endedAt);
    for (const { second, cause, rows } of seconds) {
      const known = this.#seconds.get(second) ?? { shards: new Set(), parts: new Map() };
      if (known.shards.has(shard) || second <= this.#judged - this.#limits.windowSeconds) continue;
      this.#seconds.set(second, known);
      known.shards.add(shard);
      for (const row of rows) addRow(known.parts, row, cause);
      for (const { metric, step } of rows) {
        const key = `${step} ${metric}`;
        this.#firstSeen.set(key, Math.min(second, this.#firstSeen.get(key) ?? second));
      }
    }
  }

  /** The message about a broken limit. Undefined while all limits hold. */
  broken(): string | undefined {
    return this.#brokenByFailures() ?? this.#brokenInWindow();
  }

  #brokenByFailures(): string | undefined {
    const failures = [...this.#failures()].map(([key, tally]) => {
      const [step = '', ...words] = key.split(' ');
      return { step: Number(step), metric: words.join(' '), tally };
    });
    const nameOf = requestNames(this.#limits.steps, failures);
    for (const { step, metric, tally } of failures) {
      for (const { limit, certain, fails, explain } of this.#limits.failures(step)) {
        const measured = certain?.(tally) ?? 0;
        if (!fails(measured) || !isSure(measured, tally.counters.requests, limit)) continue;
        const request = nameOf({ step, metric });
        return sentenceOf({
          metric,
          message: explain(measured, tally),
          ...(request === undefined ? {} : { request }),
        });
      }
    }
    return undefined;
  }

  #failures(): ReadonlyMap<string, Tally> {
    const sums = new Map<string, Tally>();
    for (const { metric, step, counters } of [...this.#totals.values()].flat()) {
      const key = `${step} ${metric}`;
      const sum = sums.get(key) ?? new Tally();
      sums.set(key, sum);
      sum.addEncoded({ counters });
    }
    return sums;
  }

  /**
   * The message about a limit that is broken in a window that ends now. Now is the latest second that every
   * shard has reported.
   */
  #brokenInWindow(): string | undefined {
    const last = Math.max(-1, ...[...this.#seconds.keys()].filter((second) => this.#isWhole(second)));
    if (last <= this.#judged) return undefined;
    this.#judged = last;
    const lengths = new Set(
      [...this.#limits.steps, ...this.#limits.custom].flatMap(({ slas }) => slas.map(secondsOf)),
    );
    for (const length of lengths) {
      const window = Array.from({ length }, (_, back) => last - back);
      if (!window.every((second) => this.#isWhole(second))) continue;
      const verdict = this.#judge(window, length);
      if (verdict !== undefined) return sentenceOf(verdict);
    }
    for (const second of this.#seconds.keys())
      if (second <= last - this.#limits.windowSeconds) this.#seconds.delete(second);
    return undefined;
  }

  #isWhole(second: number): boolean {
    const known = this.#seconds.get(second);
    if (known === undefined) return false;
    const { shards } = this.#limits;
    for (let shard = 0; shard < shards; shard += 1)
      if (!known.shards.has(shard) && (this.#ended.get(shard) ?? Infinity) >= second) return false;
    return true;
  }

  #judge(window: readonly number[], length: number): Verdict | undefined {
    const ofLength = (sla: Sla): boolean => secondsOf(sla) === length;
    const steps = this.#limits.steps.map((step): StepSlas => ({ ...step, slas: step.slas.filter(ofLength) }));
    const custom = this.#limits.custom.map(({ metric, slas }) => ({ metric, slas: slas.filter(ofLength) }));
    const parts = window.flatMap((second) => [...(this.#seconds.get(second)?.parts.values() ?? [])]);
    const measured: Measured = {
      phase: this.#limits.phase,
      metrics: metricsOf(parts),
      unhealthy: (which) => metricsOf(parts.filter(({ cause }) => cause !== undefined && which({ cause }))),
    };
    const from = Math.min(...window);
    return judgeMeasured(steps, measured, {}, custom).find((verdict) => {
      // A window that begins before the first second of its metric is not judged.
      const began = this.#firstSeen.get(`${verdict.step} ${verdict.metric}`) ?? Infinity;
      return isBroken(verdict) && began <= from;
    });
  }
}

/**
 * Adds the counts of a row to the sum of its second. So a thousand shards need no more memory than one shard.
 */
function addRow(
  parts: Map<string, Part>,
  { metric, step, second, ...encoded }: Row,
  cause: UnhealthyCause | undefined,
): void {
  const key = JSON.stringify([step, metric, cause]);
  const part = parts.get(key) ?? { metric, step, second, cause, tally: new Tally() };
  parts.set(key, part);
  part.tally.addEncoded(encoded);
}

function metricsOf(parts: readonly Part[]): Measured['metrics'] {
  const statistics = new Statistics();
  for (const part of parts) statistics.addTally(part, part.tally);
  return statistics.metrics;
}

/**
 * True when the share of failures is above its limit by more than chance. The lower end of Wilson's
 * confidence interval for a share must exceed the limit: (p + z^2/2n - z sqrt(p(1-p)/n + z^2/4n^2)) / (1 +
 * z^2/n). At least `abortFailuresMin` failures are needed. If the limit allows no failure, the first failure
 * is enough.
 */
function isSure(share: number, requests: number, limit: number): boolean {
  if (limit === 0) return share > 0;
  const { abortFailuresMin, abortDeviations: z } = aborting;
  if (share * requests < abortFailuresMin) return false;
  const spread = z * Math.sqrt((share * (1 - share)) / requests + z ** 2 / (4 * requests ** 2));
  return (share + z ** 2 / (2 * requests) - spread) / (1 + z ** 2 / requests) > limit;
}
