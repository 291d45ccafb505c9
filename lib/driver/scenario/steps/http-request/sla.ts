import type { Path } from '../../../document/problem.ts';
import { parseMillis, parseNanos } from '../../../document/time.ts';
import type { Sla } from '../../../model/sla.ts';
import { fieldsOf, pairsOf, textOf } from '../../fields.ts';
import type { Scope } from '../../scope.ts';

type Reporting = Pick<Scope, 'findings'>;

/**
 * The limits that a request step writes: one body or a list. The defaults of limits.ts judge all other limits
 * when the phase is over, so nothing is filled in here.
 */
export function parseSlas(raw: unknown, at: Path, scope: Reporting): readonly Sla[] {
  if (raw === undefined) return [];
  const bodies = Array.isArray(raw) ? raw : [raw];
  return bodies.map((body: unknown, index) =>
    parseSla(body, Array.isArray(raw) ? [...at, index] : at, scope),
  );
}

function parseSla(raw: unknown, at: Path, scope: Reporting): Sla {
  const body = fieldsOf(raw) ?? {};
  const { findings } = scope;
  const windowMs =
    body.window === undefined ? undefined : parseMillis(body.window, [...at, 'window'], findings);
  const meanNs =
    body.meanResponseTime === undefined
      ? undefined
      : parseNanos(body.meanResponseTime, [...at, 'meanResponseTime'], findings);
  return {
    ...ratio(body, 'errorRatio'),
    ...ratio(body, 'invalidRatio'),
    ...ratio(body, 'blockedRatio'),
    ...(meanNs === undefined ? {} : { meanResponseTimeNs: meanNs }),
    ...(body.limits === undefined ? {} : { limits: parseLimits(body.limits, [...at, 'limits'], scope) }),
    ...(windowMs === undefined ? {} : { windowMs }),
  };
}

const ratio = <K extends string>(
  body: Readonly<Record<string, unknown>>,
  key: K,
): { readonly [P in K]?: number } =>
  (body[key] === undefined ? {} : { [key]: Number(textOf(body[key])) }) as { readonly [P in K]?: number };

/** Quantile 0 to 1 -> time. */
const parseLimits = (raw: unknown, at: Path, scope: Reporting): readonly (readonly [number, number])[] =>
  pairsOf(raw).flatMap(([key, value]) => {
    const quantile = Number(key);
    if (!(quantile >= 0 && quantile <= 1)) {
      const percentile = Number(key.replace(/^p(?=\d)/i, '').replace(/ ?%$/, ''));
      const known = percentile > 0 && percentile <= 100;
      const hint = `write '${known ? Number((percentile / 100).toPrecision(12)) : 0.99}'${known ? '' : ' for the 99th percentile'}`;
      scope.findings.error([...at, key], `limit key '${key}' must be a quantile from 0 to 1`, hint);
      return [];
    }
    const ns = parseNanos(value, [...at, key], scope.findings);
    return ns === undefined ? [] : [[quantile, ns] as const];
  });
