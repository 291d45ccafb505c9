import type { Findings, Path } from './problem.ts';

const msPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const nsPerUnit = { h: 3600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1000, ns: 1 } as const;

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
    findings.error(
      at,
      `time ${quote(raw)} must be a number with a unit ns, us, ms, s, m or h, such as 20ms`,
      timeHint(raw, true),
    );
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

/** The names of units as people write them, without the plural `s`, each with its length in nanoseconds. */
const nsPerName: Readonly<Record<string, number>> = {
  ...nsPerUnit,
  µs: 1000,
  μs: 1000,
  usec: 1000,
  microsecond: 1000,
  msec: 1e6,
  milli: 1e6,
  millisecond: 1e6,
  sec: 1e9,
  second: 1e9,
  min: 60e9,
  minute: 60e9,
  hr: 3600e9,
  hour: 3600e9,
  d: 86_400e9,
  day: 86_400e9,
};

/**
 * How to write a time such as `1,5m`, `10 seconds`, `1m30`, `00:01:30` or `PT90S` with one unit. A short time
 * may have a fraction, and other times are whole numbers. Undefined for other texts.
 */
export function timeHint(raw: unknown, isShort = false): string | undefined {
  const text = String(raw)
    .trim()
    .toLowerCase()
    .replace(/^pt(?=\d)/, '')
    .replace(/^(\d+):(\d\d):(\d\d)$/, '$1h$2m$3s')
    .replace(/^(\d+)h *(\d{1,2})$/, '$1h$2m')
    .replace(/m *(\d{1,2})$/, 'm$1s')
    .replace(/(\d),(?=\d{1,2}(?!\d))/g, '$1.')
    .replace(/^\.(?=\d)/, '0.');
  if (!/^(?:\d+(?:\.\d+)? *[a-zµμ]+[ ,]*)+$|^\d+\.\d+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?) *([a-zµμ]*)/g)].map(([, amount, name = '']) => {
    const size = nsPerName[name || 's'] ?? nsPerName[name.replace(/s$/, '')] ?? Number.NaN;
    return { size, ns: Number(amount) * size };
  });
  const ns = Number(parts.reduce((sum, part) => sum + part.ns, 0).toPrecision(12));
  if (Number.isNaN(ns)) return undefined;
  const sizeMax = Math.min(...parts.map(({ size }) => size));
  const fitting = Object.entries(nsPerUnit).filter(
    ([unit, size]) => size <= sizeMax && (isShort || isUnitOf(msPerUnit, unit)),
  );
  const [unit, size] = fitting.find((each) => isShort || ns % each[1] === 0) ?? [];
  if (size !== undefined && ns / size <= Number.MAX_SAFE_INTEGER) return `write '${ns / size}${unit}'`;
  return text.includes('.') ? 'write a whole number of milliseconds, such as 2ms' : undefined;
}
