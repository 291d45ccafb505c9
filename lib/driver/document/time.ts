import type { Findings, Path } from './problem.ts';

const msPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const nsPerUnit = { ns: 1, us: 1000, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 } as const;

/**
 * Reads a time in milliseconds: an integer with an optional unit `ms`, `s`, `m` or `h`. A number without a
 * unit means SECONDS, as in the original driver. That surprises people, so a warning reports it. Any other
 * value is reported at `at`, and the result is undefined.
 */
export function parseMillis(raw: unknown, at: Path, findings: Findings): number | undefined {
  const written = split(raw);
  const time = written?.amount.includes('.') ? undefined : written;
  if (time?.unit === '') {
    findings.warning(
      at,
      `time '${time.amount}' has no unit, so Downpour reads it as seconds`,
      `write '${time.amount}s' for seconds, or '${time.amount}ms' for milliseconds`,
    );
    return inUnit(time.amount, msPerUnit.s, raw, at, findings);
  }
  if (time === undefined || !isUnitOf(msPerUnit, time.unit)) {
    findings.error(
      at,
      `time ${quote(raw)} must be a whole number with a unit ms, s, m or h, such as 30s`,
      timeHint(raw),
    );
    return undefined;
  }
  return inUnit(time.amount, msPerUnit[time.unit], raw, at, findings);
}

/**
 * Reads a time in nanoseconds: a number with an optional unit `ns`, `us`, `ms`, `s`, `m` or `h`, rounded to a
 * whole nanosecond. A number without a unit means NANOSECONDS. Few people mean that, so a warning reports it.
 * Any other value is reported at `at`, and the result is undefined.
 */
export function parseNanos(raw: unknown, at: Path, findings: Findings): number | undefined {
  const time = split(raw);
  if (time?.unit === '') {
    findings.warning(
      at,
      `time '${time.amount}' has no unit, so Downpour reads it as nanoseconds`,
      `write '${time.amount}ms' for milliseconds, or '${time.amount}s' for seconds`,
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
 * Multiplies an amount by the size of its unit. Reports a time beyond 2^53, where numbers are not exact: that
 * is 285,000 years in milliseconds, or 104 days in nanoseconds.
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
  findings.error(at, `the duration ${quote(raw)} is too long`, 'write a shorter duration, such as 30s');
  return undefined;
}

const quote = (raw: unknown): string => (typeof raw === 'string' ? `'${raw}'` : String(JSON.stringify(raw)));

/** The names of units as people write them, without the plural `s`, each with its length in milliseconds. */
const msPerName: Readonly<Record<string, number>> = {
  ...msPerUnit,
  msec: 1,
  milli: 1,
  millisecond: 1,
  sec: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  hr: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
};

/**
 * How to write a time such as `1.5m`, `10 seconds`, `1m30s` or `PT90S` as a whole number with one unit.
 * Undefined for other texts.
 */
export function timeHint(raw: unknown): string | undefined {
  const text = String(raw)
    .trim()
    .toLowerCase()
    .replace(/^pt(?=\d)/, '');
  if (!/^(?:\d+(?:\.\d+)? *[a-z]+[ ,]*)+$|^\d+\.\d+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?) *([a-z]*)/g)].map(([, amount, name = '']) => {
    const size = msPerName[name || 's'] ?? msPerName[name.replace(/s$/, '')] ?? Number.NaN;
    return { size, ms: Number(amount) * size };
  });
  const ms = Number(parts.reduce((sum, part) => sum + part.ms, 0).toPrecision(12));
  if (Number.isNaN(ms)) return undefined;
  const sizeMax = Math.min(...parts.map(({ size }) => size));
  const unit = (['h', 'm', 's', 'ms'] as const).find(
    (each) => msPerUnit[each] <= sizeMax && ms % msPerUnit[each] === 0,
  );
  if (unit !== undefined && Number.isSafeInteger(ms)) return `write '${ms / msPerUnit[unit]}${unit}'`;
  return text.includes('.') ? 'write a whole number of milliseconds, such as 2ms' : undefined;
}
