import type { Path } from '../document/problem.ts';
import type { Checking } from './valid-part.ts';

export type Fork = { readonly name: string; readonly weight: number; readonly scenarioAt: Path };

/** The forks of a phase that take part, in order. Weight 0 or less leaves a fork out. */
export function parseForks(at: Path, checking: Checking): readonly Fork[] {
  const { document, findings } = checking;
  const members = document.members(at);
  const names = new Set<string>();
  const forks = members.map(([name, path]) => {
    if (names.has(name)) findings.error(path, `fork '${name}' is defined twice`);
    names.add(name);
    if (document.lacks(path, 'scenario')) {
      findings.error(path, `'scenario' is missing, fork '${name}' has nothing to do`);
    }
    const weight = document.read<number>([...path, 'weight']) ?? 1;
    return { name, weight, scenarioAt: [...path, 'scenario'] };
  });
  if (members.length === 1) {
    findings.error(at, 'a single fork is not a choice', 'write its scenario directly into the phase');
  }
  const taking = forks.filter(({ weight }) => weight > 0);
  if (forks.length > 1 && taking.length === 0) findings.error(at, 'no fork has a weight above 0');
  return taking;
}

/** The names of those forks, for references to them. */
export const forkNames = (at: Path, { document }: Checking): readonly string[] =>
  document.members(at).flatMap(([name, path]) => {
    const weight = document.read<number>([...path, 'weight']) ?? 1;
    return weight > 0 ? [name] : [];
  });
