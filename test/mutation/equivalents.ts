import type { Mutant } from './operators.ts';

/** A mutant that no test can tell from the original. */
export type Equivalent = {
  readonly file: string;
  /** The line as it stands, without its indentation; it stands once in the file. */
  readonly text: string;
  /** `before -> after`; absent when no mutant of the line changes what anybody can see. */
  readonly mutation?: string;
  readonly reason: string;
};

export const equivalents: readonly Equivalent[] = [
  {
    file: 'lib/driver/session/shard-run.ts',
    text: '#t0Ns = 0;',
    mutation: '0 -> 1',
    reason: 'until `run` sets it, only differences of instants are taken',
  },
  {
    file: 'lib/driver/http/exchange.ts',
    text: 'valid: true,',
    mutation: 'true -> false',
    reason: '`begin` sets it before anybody reads it',
  },
  {
    file: 'lib/driver/session/session.ts',
    text: 'pc = 0;',
    mutation: '0 -> 1',
    reason: '`startSequence` sets it before any step runs',
  },
  {
    file: 'lib/driver/session/session-pool.ts',
    text: '#latestNs = 0;',
    mutation: '0 -> 1',
    reason: 'it is read in whole seconds, and no user comes before T0',
  },
];

export const isEquivalent = (mutant: Mutant, table: readonly Equivalent[] = equivalents): boolean =>
  table.some(
    ({ file, text, mutation }) =>
      file === mutant.file &&
      text === mutant.text &&
      (mutation === undefined || mutation === `${mutant.before} -> ${mutant.after}`),
  );
