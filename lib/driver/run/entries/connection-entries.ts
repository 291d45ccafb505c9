import type { ConnectionRows } from '../../statistics/connection-gauges.ts';

/**
 * The lowest and the highest number of open connections in one second, over all drives of a phase.
 * `timestamp` is the beginning of the second in epoch milliseconds.
 */
export type ConnectionEntry = {
  readonly timestamp: number;
  readonly agent: string;
  readonly min: number;
  readonly max: number;
};

type Sampled = {
  readonly connections: ConnectionRows;
  /** The start of the phase (T0) in epoch milliseconds. */
  readonly start: number;
};

/**
 * The open connections of a run document by target and type. Each phase has the seconds that its drives
 * measured.
 */
export function connectionEntries(
  phases: readonly Sampled[],
): Readonly<Record<string, Readonly<Record<string, readonly ConnectionEntry[]>>>> {
  const targets = namesOf(phases.map(({ connections }) => connections));
  return Object.fromEntries(
    targets.map((target) => {
      const own = phases.map(({ connections, start }) => ({ types: connections[target] ?? {}, start }));
      const types = namesOf(own.map((each) => each.types));
      return [target, Object.fromEntries(types.map((type) => [type, own.flatMap(entriesOf(type))]))];
    }),
  );
}

const namesOf = (records: readonly object[]): readonly string[] => [...new Set(records.flatMap(Object.keys))];

const entriesOf =
  (type: string) =>
  ({ types, start }: { readonly types: ConnectionRows[string]; readonly start: number }) =>
    (types[type] ?? []).map(
      ([second, min, max]): ConnectionEntry => ({
        timestamp: start + second * 1000,
        agent: 'all',
        min,
        max,
      }),
    );
