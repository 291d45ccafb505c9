import type { Mapping, PlaceOf } from '../../declaration/field.ts';
import { millis, nanos } from '../../declaration/times.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import { parseMillis, parseNanos } from '../../document/time.ts';
import type { RunningSequence, Session } from '../../model/session.ts';
import type { Random } from '../../random.ts';
import type { ScopedGroup } from '../declaration/scoped-field.ts';
import { scenarios } from '../limits.ts';
import type { Scope } from '../scope.ts';

/** The length of a delay in nanoseconds, and the instant from which it counts. */
export type Delay = Law & { readonly from: 'now' | 'last' };

type Law =
  | { readonly random: 'CONSTANT'; readonly durationNs: number }
  | { readonly random: 'LINEAR'; readonly minNs: number; readonly maxNs: number }
  | {
      readonly random: 'NEGATIVE_EXPONENTIAL';
      readonly durationNs: number;
      readonly minNs: number;
      readonly maxNs: number;
    };

/** A member whose value is absent. In JSON, its value may also be an empty mapping. */
const nothing = { type: ['null', 'object'], additionalProperties: false } as const;

/** The members that thinkTime and scheduleDelay have in common. `word` names the step in messages. */
export const delay = (word: string, example: string): ScopedGroup<Delay, true> => ({
  members: {
    duration: nanos(
      'Length of the delay; the mean for NEGATIVE_EXPONENTIAL; not allowed for LINEAR.',
      example,
    ).schema,
    random: {
      enum: ['CONSTANT', 'LINEAR', 'NEGATIVE_EXPONENTIAL'],
      description:
        'Length of the delay. CONSTANT: always `duration`. LINEAR: evenly between `min` and `max`. NEGATIVE_EXPONENTIAL: exponentially with the mean `duration`.',
      default: 'CONSTANT',
    },
    min: millis('Shortest delay of a random length.', '100ms').schema,
    max: millis('Longest delay of a random length.', '2s').schema,
    type: {
      enum: ['FROM_NOW', 'FROM_LAST'],
      description: 'Start of the delay: now, or the end of the previous delay with this key.',
      default: 'FROM_NOW',
    },
    fromNow: {
      title: 'nothing',
      description: 'Key without a value: the delay starts now.',
      ...nothing,
    },
    fromLast: {
      title: 'nothing',
      description: 'Key without a value: the delay starts at the end of the previous delay with this key.',
      ...nothing,
    },
  },
  always: true,
  isGiven: () => true,
  parse: (body, at, scope, placeOf) => parseDelay(body, at, scope, placeOf, word),
});

function parseDelay(
  body: Mapping,
  at: Path,
  scope: Scope,
  placeOf: PlaceOf,
  word: string,
): Delay | undefined {
  const law = parseLaw(body, at, scope, placeOf, word);
  const from = parseFrom(body, at, scope, word);
  return law === undefined ? undefined : { ...law, from };
}

function parseLaw(body: Mapping, at: Path, scope: Scope, placeOf: PlaceOf, word: string): Law | undefined {
  const random = textOf(body.random) ?? 'CONSTANT';
  if (random === 'LINEAR') return linear(body, at, scope);
  if (random === 'NEGATIVE_EXPONENTIAL') {
    const durationNs = parseDuration(body.duration, placeOf('duration'), scope, word);
    const bounds = boundsOf(body, at, scope);
    return durationNs === undefined || bounds === undefined ? undefined : { random, durationNs, ...bounds };
  }
  for (const key of ['min', 'max']) {
    if (body[key] !== undefined)
      scope.findings.error([...at, key], `'${key}' needs 'random: LINEAR' or 'random: NEGATIVE_EXPONENTIAL'`);
  }
  const durationNs = parseDuration(body.duration, placeOf('duration'), scope, word);
  return durationNs === undefined ? undefined : { random: 'CONSTANT', durationNs };
}

function parseFrom(body: Mapping, at: Path, scope: Scope, word: string): Delay['from'] {
  const given = ['type', 'fromNow', 'fromLast'].filter((key) => body[key] !== undefined);
  if (given.length > 1)
    scope.findings.error(
      at,
      `${word} takes only one of type, fromNow and fromLast, found ${given.join(' and ')}`,
    );
  return body.fromLast !== undefined || body.type === 'FROM_LAST' ? 'last' : 'now';
}

function linear(body: Mapping, at: Path, scope: Scope): Law | undefined {
  if (body.duration !== undefined)
    scope.findings.error([...at, 'duration'], "'random: LINEAR' takes min and max, not duration");
  const bounds = boundsOf(body, at, scope);
  if (body.max === undefined) scope.findings.error(at, "'random: LINEAR' needs max");
  return bounds === undefined || body.max === undefined ? undefined : { random: 'LINEAR', ...bounds };
}

/** Parses the bounds `min` and `max` of a random delay. */
function boundsOf(body: Mapping, at: Path, scope: Scope): { minNs: number; maxNs: number } | undefined {
  const min = body.min === undefined ? 0 : parseMillis(body.min, [...at, 'min'], scope.findings);
  const max =
    body.max === undefined
      ? scenarios.pauseNsMax / 1e6
      : parseMillis(body.max, [...at, 'max'], scope.findings);
  if (min === undefined || max === undefined) return undefined;
  if (min > max) scope.findings.error(at, `min ${min} ms is above max ${max} ms`);
  return { minNs: min * 1e6, maxNs: Math.min(max * 1e6, scenarios.pauseNsMax) };
}

function parseDuration(raw: unknown, at: Path, scope: Scope, word: string): number | undefined {
  if (raw === undefined) {
    scope.findings.error(at.slice(0, -1), `${word} needs a duration, such as 'duration: 20ms'`);
    return undefined;
  }
  const ns = parseNanos(raw, at, scope.findings);
  if (ns === 0) scope.findings.error(at, 'duration must be above 0');
  if (ns !== undefined && ns > scenarios.pauseNsMax) scope.findings.error(at, 'duration must be at most 24h');
  return ns;
}

/**
 * Compiles a law (the distribution of random delays) to a function that draws the length of a delay, in
 * nanoseconds.
 */
export function compileLaw(law: Law, random: Random): () => number {
  switch (law.random) {
    case 'CONSTANT':
      return () => law.durationNs;
    case 'LINEAR':
      return () => law.minNs + random.next() * (law.maxNs - law.minNs);
    case 'NEGATIVE_EXPONENTIAL':
      // Inverts the distribution function of the exponential distribution. The argument 1 - u of the
      // logarithm is always above 0.
      return () => Math.min(law.maxNs, Math.max(law.minNs, -Math.log(1 - random.next()) * law.durationNs));
  }
}

/**
 * The average length of a delay in nanoseconds. An exponential distribution with the mean m, cut off at a and
 * b, has the mean a + m (e^(-a/m) - e^(-b/m)). Shorter delays count as a. Each nanosecond after a adds the
 * share of delays that are longer.
 */
export function meanNs(law: Law): number {
  switch (law.random) {
    case 'CONSTANT':
      return law.durationNs;
    case 'LINEAR':
      return (law.minNs + law.maxNs) / 2;
    case 'NEGATIVE_EXPONENTIAL': {
      const { minNs, maxNs, durationNs: mean } = law;
      return minNs + mean * (Math.exp(-minNs / mean) - Math.exp(-maxNs / mean));
    }
  }
}

/**
 * The instant at which a delay ends, and the same instant for a user who had started in time. NaN until it is
 * set.
 */
export class DelayPoint {
  #atNs = Number.NaN;
  #intendedNs = Number.NaN;

  get isSet(): boolean {
    return !Number.isNaN(this.#atNs);
  }

  /**
   * Sets the instant. With `last`, a delay counts from the previous instant. So delays keep their rhythm,
   * even when the steps between them take long or a timer is late.
   */
  set(session: Session, sequence: RunningSequence, lengthNs: number, from: Delay['from']): void {
    const onward = from === 'last' && this.isSet;
    this.#atNs = (onward ? this.#atNs : session.clock.nowNs()) + lengthNs;
    this.#intendedNs = (onward ? this.#intendedNs : sequence.intendedNs) + lengthNs;
  }

  /** True when the instant has passed. Called by a step that waits for the delay. */
  reached(session: Session, sequence: RunningSequence): boolean {
    return session.waitUntil(sequence, this.#atNs, this.#intendedNs);
  }
}

export const newDelayPoint = (): DelayPoint => new DelayPoint();
