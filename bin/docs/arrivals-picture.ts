import { modelOf } from '../../lib/driver/arrivals/registry.ts';
import type { Arrivals } from '../../lib/driver/model/arrivals.ts';
import { randomFor } from '../../lib/driver/random.ts';

/** A row of marks in a picture, in milliseconds. Arrivals are single times, and visits are intervals. */
type TimeRow = { readonly title: string; readonly marks: readonly (readonly [from: number, to: number])[] };

const width = 640;
const left = 90;
const laneHeight = 22;
/** The seed of the random arrivals in the pictures. */
const seed = 7;

/** Draws the arrivals of users from the driver's own schedule, readable on light and dark pages. */
export function picture(arrivals: Arrivals, durationMs: number): string {
  const rows = timeRowsOf(arrivals, durationMs);
  const top = modelOf(arrivals).rate === undefined ? 8 : 44;
  const height = top + rows.length * laneHeight + 24;
  const x = (ms: number): number => Math.round(left + ((width - left - 10) * ms) / durationMs);
  const parts = [
    `<title>When users of a phase of the kind ${arrivals.kind} arrive</title>`,
    ...rateLine(arrivals, x, durationMs),
    ...rows.flatMap((lane, at) => drawn(lane, top + at * laneHeight, x)),
    ...axis(top + rows.length * laneHeight, x, durationMs),
  ];
  const style = 'font: 12px sans-serif; fill: #777';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="${style}">\n${parts.join('\n')}\n</svg>\n`;
}

function timeRowsOf(arrivals: Arrivals, durationMs: number): readonly TimeRow[] {
  const { users, repeats, rate } = modelOf(arrivals);
  if (rate !== undefined) {
    return [true, false].map((variance) => ({
      title: variance ? 'at random' : 'evenly',
      marks: instants({ ...arrivals, variance } as Arrivals, durationMs).map((ms) => [ms, ms] as const),
    }));
  }
  return Array.from({ length: users ?? 0 }, (_, at) => ({
    title: at === 0 ? 'users' : '',
    marks: visits(at, 0, durationMs).slice(0, repeats ? undefined : 1),
  }));
}

function instants(arrivals: Arrivals, durationMs: number): readonly number[] {
  const part = { shard: 0, shards: 1, segment: { startMs: 0, endMs: durationMs } };
  const schedule = modelOf(arrivals).schedule(durationMs, part, randomFor(seed, 'picture'));
  const found: number[] = [];
  for (let ns = schedule?.next() ?? Infinity; ns !== Infinity; ns = schedule?.next() ?? Infinity)
    found.push(ns / 1e6);
  return found;
}

/** The visits of one user, from start to end, with lengths that a target could cause. */
function visits(user: number, startMs: number, endMs: number): readonly (readonly [number, number])[] {
  const random = randomFor(seed, 'visits', user);
  const found: (readonly [number, number])[] = [];
  for (let from = startMs; from < endMs; ) {
    const to = Math.min(endMs, from + random.integer(900, 2600));
    found.push([from, to]);
    from = to;
  }
  return found;
}

const drawn = ({ title, marks }: TimeRow, y: number, x: (ms: number) => number): readonly string[] => [
  `<text x="${left - 10}" y="${y + 13}" text-anchor="end">${title}</text>`,
  ...marks.map(([from, to]) =>
    from === to
      ? `<path d="M${x(from)} ${y + 2}v14" stroke="#2f7ed8" stroke-width="1.5"/>`
      : `<rect x="${x(from)}" y="${y + 3}" width="${Math.max(1, x(to) - x(from) - 2)}" height="12" fill="#2f7ed8"/>`,
  ),
];

/** Draws the line of the rate, above the arrivals. */
function rateLine(arrivals: Arrivals, x: (ms: number) => number, durationMs: number): readonly string[] {
  const { rate } = modelOf(arrivals);
  if (rate === undefined) return [];
  const y = (usersPerSec: number): number =>
    Math.round(36 - (26 * usersPerSec) / Math.max(rate.initial, rate.target));
  return [
    `<text x="${left - 10}" y="28" text-anchor="end">users/s</text>`,
    `<path d="M${x(0)} ${y(rate.initial)}L${x(durationMs)} ${y(rate.target)}" stroke="#e07b39" stroke-width="2"/>`,
    `<text x="${x(0) + 4}" y="${y(rate.initial) - 4 < 10 ? y(rate.initial) + 14 : y(rate.initial) - 4}">${rate.initial}</text>`,
    `<text x="${x(durationMs) - 4}" y="${y(rate.target) - 4 < 10 ? y(rate.target) + 14 : y(rate.target) - 4}" text-anchor="end">${rate.target}</text>`,
  ];
}

const axis = (y: number, x: (ms: number) => number, durationMs: number): readonly string[] => [
  `<path d="M${x(0)} ${y + 2}H${x(durationMs)}" stroke="#999"/>`,
  ...[0, durationMs / 2, durationMs].map(
    (ms) =>
      `<text x="${x(ms)}" y="${y + 18}" text-anchor="${ms === 0 ? 'start' : ms === durationMs ? 'end' : 'middle'}">${ms / 1000} s</text>`,
  ),
];
