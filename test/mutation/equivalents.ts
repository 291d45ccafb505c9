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
