import type { PhaseBody } from '../arrivals/arrival-kind.ts';
import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

/** A number, or `base` plus `increment` for each iteration; phases run one iteration, so `base` counts. */
type Incrementable = number | { readonly base: number };

/** The body of a phase at its place in the document. */
export function phaseBody(at: Path, { document, findings }: Checking): PhaseBody {
  const path = (name: string): Path => (name === '' ? at : [...at, name]);
  return {
    number(name) {
      const written = document.read<Incrementable>(path(name));
      return typeof written === 'object' ? written.base : written;
    },
    flag: (name) => document.read<boolean>(path(name)),
    lacks: (name) => document.lacks(at, name),
    error: (name, message, hint) => findings.error(path(name), message, hint),
    warning: (name, message, hint) => findings.warning(path(name), message, hint),
  };
}
