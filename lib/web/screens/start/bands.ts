import type { ForecastPhase } from '../../../api.generated.ts';

/** The size of the picture of a plan, without a unit. */
export const size = { width: 1_000, height: 120, thin: 4 } as const;

/** A phase in the picture: a four-sided figure over its time. */
export type Band = { readonly name: string; readonly points: string };

export type Bands = {
  readonly bands: readonly Band[];
  /** The end of the last phase in milliseconds, as far as it is known. */
  readonly endMs: number;
  /** The highest users per second of a phase. */
  readonly peak: number;
};

/**
 * Draws the users per second of each phase over time. A phase without a rate is a thin band. A phase whose
 * duration only the run shows reaches to the end of the picture.
 */
export function bandsOf(phases: readonly ForecastPhase[]): Bands {
  const endMs = Math.max(0, ...phases.map(({ startMs, durationMs = 0 }) => startMs + durationMs));
  const peak = Math.max(
    0,
    ...phases.flatMap(({ usersPerSec: rate }) => (rate ? [rate.initial, rate.target] : [])),
  );
  const x = (ms: number): number => rounded(endMs === 0 ? 0 : (ms / endMs) * size.width);
  const y = (usersPerSec: number): number =>
    rounded(size.height * (1 - (peak === 0 ? 0 : usersPerSec / peak)));
  const bands = phases.map(({ name, startMs, durationMs, usersPerSec: rate }) => {
    const [from, to] = [x(startMs), durationMs === undefined ? size.width : x(startMs + durationMs)];
    const thin = size.height - size.thin;
    const [first, last] = rate === undefined ? [thin, thin] : [y(rate.initial), y(rate.target)];
    return { name, points: `${from},${size.height} ${from},${first} ${to},${last} ${to},${size.height}` };
  });
  return { bands, endMs, peak };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
