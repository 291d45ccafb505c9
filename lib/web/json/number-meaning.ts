import { time as latency } from '../../report/page/number-text.ts';
import { inUtc } from '../words/times.ts';

const nanoseconds = /ResponseTime|ServiceTime|latency|lateness|Ns(P\d+)?$/i;
const instants = /(time|timestamp|start|stop|end|begin|at|date)$/i;

/**
 * The meaning of a number in a run document: a duration for nanoseconds, an instant for epoch milliseconds.
 * Undefined when the names of the members do not show it.
 * @param names the names of the members that contain the number, the nearest last.
 */
export function hintOf(names: readonly (string | number)[], text: string): string | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const near = names.filter((name) => typeof name === 'string').slice(-2);
  if (near.some((name) => nanoseconds.test(name)) && !/count/i.test(near.at(-1) ?? ''))
    return Math.abs(value) >= 1_000 ? latency(value) : undefined;
  const isInstant = /^[12]\d{12}$/.test(text) && instants.test(near.at(-1) ?? '');
  return isInstant ? inUtc(value) : undefined;
}

/** The names in a path, such as `$.stats[0]["99.0"]`. Filters and wildcards have no names. */
export function namesIn(path: string): readonly string[] {
  const outside = path.replace(/\?\s*\((?:[^()]|\([^()]*\))*\)|\[\?[^\]]*\]/g, '');
  const parts = outside.matchAll(/\.([^\s.[\]()?*]+)|\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]/g);
  return [...parts].map(([, plain, double, single]) => plain ?? double ?? single ?? '');
}
