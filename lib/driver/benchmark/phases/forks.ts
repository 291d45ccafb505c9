import type { Path } from '../../document/problem.ts';
import { readMembers } from '../members.ts';
import type { Checking } from '../valid-part.ts';
import { forkFields } from './fields.ts';

export type Fork = { readonly name: string; readonly weight: number; readonly scenarioAt: Path };

/** The forks of a phase, in their order. A fork with a weight of 0 or less is left out. */
export function parseForks(at: Path, checking: Checking): readonly Fork[] {
  const { document, findings } = checking;
  const members = document.members(at);
  const names = new Set<string>();
  const forks = members.map(([name, path]) => {
    if (names.has(name)) findings.error(path, `fork '${name}' is defined twice`);
    names.add(name);
    if (document.lacks(path, 'scenario')) {
      const message = `fork '${name}' has no scenario: its share of the users comes, sends nothing and leaves`;
      findings.warning(path, message, 'with weight 0 it would leave its users to the other forks');
    }
    return { name, weight: weightAt(path, checking), scenarioAt: [...path, 'scenario'] };
  });
  const taking = forks.filter(({ weight }) => weight > 0);
  if (forks.length > 0 && taking.length === 0) findings.error(at, 'no fork has a weight above 0');
  return taking;
}

/** The names of those forks, for references to them. */
export const forkNames = (at: Path, checking: Checking): readonly string[] =>
  checking.document.members(at).flatMap(([name, path]) => (weightAt(path, checking) > 0 ? [name] : []));

const weightAt = (path: Path, checking: Checking): number =>
  readMembers({ weight: forkFields.weight }, path, checking).weight;
