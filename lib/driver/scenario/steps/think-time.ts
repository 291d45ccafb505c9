import type { Path } from '../../document/problem.ts';
import { parseMillis, parseNanos } from '../../document/time.ts';
import { scenarios } from '../../limits.ts';
import type { Step } from '../../model/session.ts';
import type { Random } from '../../random.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import type { Scope } from '../scope.ts';

/** Durations in nanoseconds. */
type Body =
  | { readonly random: 'CONSTANT'; readonly durationNs: number }
  | { readonly random: 'LINEAR'; readonly minNs: number; readonly maxNs: number }
  | {
      readonly random: 'NEGATIVE_EXPONENTIAL';
      readonly durationNs: number;
      readonly minNs: number;
      readonly maxNs: number;
    };

export const thinkTime: StepKind<Body> = {
  name: 'thinkTime',
  summary: 'Pauses the sequence for a constant or random time.',
  example: 'thinkTime: 20ms',
  notBuilt: ['fromLast', 'type', 'key'],
  parse(raw, at, scope) {
    if (typeof raw === 'string') return constant(raw, at, scope);
    const body = bodyOf(raw) ?? {};
    scope.refuseNotBuilt(body, this.notBuilt ?? [], at);
    const random = textOf(body.random) ?? 'CONSTANT';
    if (random === 'LINEAR') return linear(body, at, scope);
    if (random === 'NEGATIVE_EXPONENTIAL') return exponential(body, at, scope);
    for (const key of ['min', 'max']) {
      if (body[key] !== undefined)
        scope.findings.error([...at, key], `'${key}' needs random LINEAR or NEGATIVE_EXPONENTIAL`);
    }
    return constant(body.duration, [...at, 'duration'], scope);
  },
  compile(body, { random }) {
    const pauseNs = pauseOf(body, random);
    return [startPause(pauseNs), awaitPause];
  },
};

function constant(raw: unknown, at: Path, scope: Scope): Body | undefined {
  const durationNs = duration(raw, at, scope);
  return durationNs === undefined ? undefined : { random: 'CONSTANT', durationNs };
}

function linear(body: Readonly<Record<string, unknown>>, at: Path, scope: Scope): Body | undefined {
  if (body.duration !== undefined)
    scope.findings.error([...at, 'duration'], 'random LINEAR takes min and max, not duration');
  const bounds = boundsOf(body, at, scope);
  if (body.max === undefined) scope.findings.error(at, 'random LINEAR needs max');
  return bounds === undefined || body.max === undefined ? undefined : { random: 'LINEAR', ...bounds };
}

function exponential(body: Readonly<Record<string, unknown>>, at: Path, scope: Scope): Body | undefined {
  const durationNs = duration(body.duration, [...at, 'duration'], scope);
  const bounds = boundsOf(body, at, scope);
  return durationNs === undefined || bounds === undefined
    ? undefined
    : { random: 'NEGATIVE_EXPONENTIAL', durationNs, ...bounds };
}

/** min and max are milliseconds, although other times without a unit are seconds. */
function boundsOf(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): { minNs: number; maxNs: number } | undefined {
  const min = body.min === undefined ? 0 : parseMillis(body.min, [...at, 'min'], scope.findings);
  const max =
    body.max === undefined
      ? scenarios.pauseNsMax / 1e6
      : parseMillis(body.max, [...at, 'max'], scope.findings);
  if (min === undefined || max === undefined) return undefined;
  if (min > max) scope.findings.error(at, `min ${min} ms is above max ${max} ms`);
  return { minNs: min * 1e6, maxNs: Math.min(max * 1e6, scenarios.pauseNsMax) };
}

function duration(raw: unknown, at: Path, scope: Scope): number | undefined {
  if (raw === undefined) {
    scope.findings.error(at.slice(0, -1), "thinkTime needs a duration, such as 'thinkTime: 20ms'");
    return undefined;
  }
  const ns = parseNanos(raw, at, scope.findings);
  if (ns === 0) scope.findings.error(at, 'duration must be above 0');
  if (ns !== undefined && ns > scenarios.pauseNsMax) scope.findings.error(at, 'duration must be at most 24h');
  return ns;
}

function pauseOf(body: Body, random: Random): () => number {
  switch (body.random) {
    case 'CONSTANT':
      return () => body.durationNs;
    case 'LINEAR':
      return () => body.minNs + random.next() * (body.maxNs - body.minNs);
    case 'NEGATIVE_EXPONENTIAL':
      // Inverse of the exponential distribution function; 1 - u keeps the logarithm's argument above 0.
      return () => Math.min(body.maxNs, Math.max(body.minNs, -Math.log(1 - random.next()) * body.durationNs));
  }
}

/**
 * The pause ends at a planned instant; the session counts as due then, so that a timer that fires late shows as
 * lateness of the next request instead of stretching the pause.
 */
function startPause(pauseNs: () => number): Step {
  return (session, sequence) => {
    const { clock } = session;
    const pausedNs = pauseNs();
    const dueNs = clock.nowNs() + pausedNs;
    sequence.cancelPause = clock.after(pausedNs / 1e6, () => {
      sequence.cancelPause = undefined;
      session.goOn(sequence, Math.min(dueNs, clock.nowNs()), pausedNs);
    });
    return true;
  };
}

const awaitPause: Step = (_session, sequence) => sequence.cancelPause === undefined;
