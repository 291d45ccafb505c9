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
    file: 'lib/results/json/tokens.ts',
    text: 'let at = from + 1;',
    mutation: '1 -> 0',
    reason: 'The caller has seen the first digit; looking at it again changes nothing.',
  },
  {
    file: 'lib/results/query/planner/rows/cells.ts',
    text: 'if (digit >= 0 && digit <= 9) {',
    mutation: '9 -> 10',
    reason: 'No token of a number has a colon.',
  },
  {
    file: 'lib/results/query/planner/rows/cells.ts',
    text: 'if (bytes[at] === 0x5c) return JSON.parse(textAt(bytes, start, end)) === literal;',
    mutation: 'bytes[at] === 0x5c -> true',
    reason: 'Any scalar may be parsed; only its speed differs.',
  },
  {
    file: 'lib/results/run-index/table-writer.ts',
    text: 'const index = parent.isDictionary ? -1 : this.#indexOf(parent, this.#ordinals[level]!, bytes, start, end);',
    mutation: '1 -> 0',
    reason: 'A dictionary has no members, so that neither index has one.',
  },
  {
    file: 'lib/results/run-index/table-writer.ts',
    text: 'this.#ordinals[this.#open.length] = 0;',
    mutation: 'this.#ordinals[this.#open.length] = 0; -> {}',
    reason: 'The ordinal is where a search begins that goes over all members.',
  },
  {
    file: 'lib/results/json/growing-bytes.ts',
    text: 'if (end - start > 64) {',
    mutation: 'end - start > 64 -> false',
    reason: 'Both branches copy the same bytes, each faster for its lengths.',
  },
  {
    file: 'lib/results/run-index/row-offsets.ts',
    text: 'this.#numbers.reserve(20);',
    mutation: '20 -> 21',
    reason: 'Two numbers of a document take 16 bytes at most; growing earlier is not seen.',
  },
  {
    file: 'lib/results/run-search/occurrence.ts',
    text: 'const firstOnly = { ...plannedLimits, resultsMax: 1 };',
    mutation: '1 -> 0',
    reason: 'Too many values are found, and so is one value.',
  },
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
  {
    file: 'lib/driver/planning/overlap.ts',
    text: 'reached.add(to);',
    mutation: 'reached.add(to); -> {}',
    reason:
      'saves time only: nodes that are looked at again have nothing left to take, and `seen` stops their givers',
  },
];

export const isEquivalent = (mutant: Mutant, table: readonly Equivalent[] = equivalents): boolean =>
  table.some(
    ({ file, text, mutation }) =>
      file === mutant.file &&
      text === mutant.text &&
      (mutation === undefined || mutation === `${mutant.before} -> ${mutant.after}`),
  );
