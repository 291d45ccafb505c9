import type { Findings, Path } from './problem.ts';

const msPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const nsPerUnit = { ns: 1, us: 1000, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 } as const;

/**
 * Reads a time in milliseconds: an integer with an optional unit `ms`, `s`, `m` or `h`. A number without a
 * unit is SECONDS, as in the original driver. That surprises people, so a warning states it. Reports any
 * other value at `at` and returns undefined.
 */
export function parseMillis(raw: unknown, at: Path, findings: Findings): number | undefined {
  const written = split(raw);
  const time = written?.amount.includes('.') ? undefined : written;
  if (time?.unit === '') {
    findings.warning(
      at,
      `time '${time.amount}' has no unit and is read as seconds`,
      `write '${time.amount}s'`,
    );
    return inUnit(time.amount, msPerUnit.s, raw, at, findings);
  }
  if (time === undefined || !isUnitOf(msPerUnit, time.unit)) {
    findings.error(
      at,
      `time ${quote(raw)} must be a whole number with a unit ms, s, m or h, such as 30s`,
      hintFor(raw),
    );
    return undefined;
  }
  return inUnit(time.amount, msPerUnit[time.unit], raw, at, findings);
}

/**
 * Reads a time in nanoseconds: a number with an optional unit `ns`, `us`, `ms`, `s`, `m` or `h`, rounded to a
 * whole nanosecond. A number without a unit is NANOSECONDS. Few people mean that, so a warning states it.
 * Reports any other value at `at` and returns undefined.
 */
export function parseNanos(raw: unknown, at: Path, findings: Findings): number | undefined {
  const time = split(raw);
  if (time?.unit === '') {
    findings.warning(
      at,
      `time '${time.amount}' has no unit and is read as nanoseconds`,
      `write '${time.amount}ms' if milliseconds are meant`,
    );
    return inUnit(time.amount, nsPerUnit.ns, raw, at, findings);
  }
  if (time === undefined || !isUnitOf(nsPerUnit, time.unit)) {
    findings.error(at, `time ${quote(raw)} must be a number with a unit ns, us, ms, s, m or h, such as 20ms`);
    return undefined;
  }
  return inUnit(time.amount, nsPerUnit[time.unit], raw, at, findings);
}

function split(raw: unknown): { readonly amount: string; readonly unit: string } | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const match = /^(\d+(?:\.\d+)?) *([a-z]*)$/.exec(String(raw).trim());
  return match === null ? undefined : { amount: match[1] ?? '', unit: match[2] ?? '' };
}

const isUnitOf = <Units extends object>(units: Units, unit: string): unit is keyof Units & string =>
  Object.hasOwn(units, unit);

/**
 * Converts a number to a unit. Beyond 2^53 a number is not exact: that is 285,000 years in milliseconds, or
 * 104 days in nanoseconds.
 */
function inUnit(
  amount: string,
  size: number,
  raw: unknown,
  at: Path,
  findings: Findings,
): number | undefined {
  const time = Math.round(Number(amount) * size);
  if (Number.isSafeInteger(time)) return time;
  findings.error(at, `time ${quote(raw)} is too long`);
  return undefined;
}

const quote = (raw: unknown): string => (typeof raw === 'string' ? `'${raw}'` : String(JSON.stringify(raw)));

const smaller: Readonly<Record<string, readonly [unit: string, per: number]>> = {
  h: ['m', 60],
  m: ['s', 60],
  s: ['ms', 1000],
};

/**
 * A hint for a time such as `1.5s`, which the format refuses: how to write it in the next smaller unit, if it
 * is whole there.
 */
function hintFor(raw: unknown): string | undefined {
  const match = /^(\d+\.\d+) *(h|m|s|ms)?$/.exec(String(raw).trim());
  const next = smaller[match?.[2] ?? 's'];
  if (match === null) return undefined;
  if (next === undefined) return 'fractions are not allowed';
  const amount = Math.round(Number(match[1]) * next[1] * 1e6) / 1e6;
  return Number.isSafeInteger(amount)
    ? `fractions are not allowed, write '${amount}${next[0]}'`
    : 'fractions are not allowed';
}
