import type { MembersOf, PhaseBody } from '../../arrivals/arrival-kind.ts';
import type { Around, Field, Fields, ReadOf } from '../../declaration/field.ts';
import { type Incrementable, isIncrementable } from '../../declaration/incrementable.ts';
import { positive, positiveInteger } from '../../declaration/scalars.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Agent } from '../../model/benchmark.ts';
import { benchmarks } from '../limits.ts';
import type { Checking } from '../valid-part.ts';

/**
 * The members of a phase with their values in one iteration, since numbers may grow with iterations. Members
 * that are too small are reported.
 */
export function membersIn<F extends Fields<Around>>(
  written: ReadOf<F>,
  iteration: number,
  { error }: PhaseBody,
): MembersOf<F> {
  const members = Object.entries(written).flatMap(([name, value]) => {
    if (!isIncrementable(value)) return [[name, value]];
    const now = grown(value, iteration);
    if (now > 0 || (now === 0 && value.canBeZero)) return [[name, now]];
    const hint = 'increase its base, or reduce maxIterations';
    const least = value.canBeZero ? 'at least 0' : 'above 0';
    error(name, `${name} falls to ${now}, but must stay ${least}`, hint);
    return [];
  });
  return Object.fromEntries(members);
}

/** The body of a phase in one iteration, with its path in the document. */
export function phaseBody(
  at: Path,
  iteration: number,
  agents: readonly Agent[],
  { document, findings }: Checking,
): PhaseBody {
  const path = (name: string): Path => (name === '' ? at : [...at, name]);
  // A problem that all iterations have is reported only for the first one, and then without its number.
  const where = iteration === 0 ? '' : `in iteration ${iteration + 1}: `;
  const error = (name: string, message: string, hint?: string): void =>
    findings.error(path(name), where + message, hint);
  return {
    has: (name) => document.has(path(name)),
    lacks: (name) => document.lacks(at, name),
    agents: agents.length,
    threads: agents.reduce((sum, { threads }) => sum + threads, 0),
    error,
    warning: (name, message, hint) => findings.warning(path(name), message, hint),
  };
}

/**
 * The value of a growing number in an iteration, without the error of binary fractions: 1 + 3 x 0.1 is 1.3.
 */
const grown = ({ base, increment }: Incrementable, iteration: number): number =>
  increment === 0 ? base : Number((base + iteration * increment).toPrecision(15));

/** The member with the number of iterations of a phase. */
export const iterations = (description: string): Field<number, false> => ({
  ...positive(positiveInteger, description),
  parse(raw, at, { findings }) {
    const count = Number(textOf(raw));
    if (count <= benchmarks.phasesMax) return count;
    findings.error(
      at,
      `maxIterations ${count} makes too many phases: a document can have at most ${benchmarks.phasesMax}`,
      'write a smaller maxIterations',
    );
    return undefined;
  },
});
