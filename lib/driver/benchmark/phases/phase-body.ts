import type { PhaseBody } from '../../arrivals/arrival-kind.ts';
import type { Field } from '../../declaration/field.ts';
import { type Incrementable, incrementableNumber } from '../../declaration/incrementable.ts';
import { textOf } from '../../declaration/raw.ts';
import { positive, positiveInteger } from '../../declaration/scalars.ts';
import type { Path } from '../../document/problem.ts';
import type { Agent } from '../../model/benchmark.ts';
import { benchmarks } from '../limits.ts';
import type { Checking } from '../valid-part.ts';

/** The body of a phase at its place in the document, as it is in one iteration. */
export function phaseBody(
  at: Path,
  iteration: number,
  agents: readonly Agent[],
  { document, findings }: Checking,
): PhaseBody {
  const path = (name: string): Path => (name === '' ? at : [...at, name]);
  // A problem of all iterations is reported for the first one.
  const where = iteration === 0 ? '' : `in iteration ${iteration + 1}: `;
  const error = (name: string, message: string, hint?: string): void =>
    findings.error(path(name), where + message, hint);
  return {
    number(name) {
      const written = document.read(path(name));
      const rate =
        written === undefined ? undefined : incrementableNumber('').parse(written, path(name), { findings });
      if (rate === undefined || rate.increment === 0) return rate?.base;
      const value = grown(rate, iteration);
      if (value > 0) return value;
      error(
        name,
        `${name} falls to ${value}, it must stay above 0`,
        'make base larger, or maxIterations smaller',
      );
      return undefined;
    },
    flag: (name) => document.read<boolean>(path(name)),
    has: (name) => document.has(path(name)),
    lacks: (name) => document.lacks(at, name),
    agents: agents.length,
    threads: agents.reduce((sum, { threads }) => sum + threads, 0),
    error,
    warning: (name, message, hint) => findings.warning(path(name), message, hint),
  };
}

/** Without the noise of binary fractions: 1 + 3 x 0.1 is 1.3. */
const grown = ({ base, increment }: Incrementable, iteration: number): number =>
  Number((base + iteration * increment).toPrecision(15));

/** How often a phase is run. */
export const iterations = (description: string): Field<number, false> => ({
  ...positive(positiveInteger, description),
  parse(raw, at, { findings }) {
    const count = Number(textOf(raw));
    if (count <= benchmarks.phasesMax) return count;
    findings.error(
      at,
      `maxIterations ${count} makes too many phases, at most ${benchmarks.phasesMax} are possible`,
    );
    return undefined;
  },
});
