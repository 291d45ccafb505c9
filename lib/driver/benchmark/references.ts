import { hintAt } from '../document/nearest.ts';
import type { Path } from '../document/problem.ts';
import type { Checking } from './sound.ts';

/** What other phases may refer to. */
export type Declared = { readonly name: string; readonly forks: readonly string[] };

/** One phase waits for another; `at` is where that is written. */
export type Wait = { readonly from: string; readonly to: string; readonly at: Path };

export type References = { readonly names: readonly string[]; readonly waits: readonly Wait[] };

type Written = string | { readonly phase: string; readonly iteration?: string; readonly fork?: string };

/** A phase reference list (`startAfter`, `startAfterStrict`) as full names of phases. */
export const parseReferences = (
  from: string,
  at: Path,
  declared: ReadonlyMap<string, Declared>,
  checking: Checking,
): References => {
  const found = checking.document.each(at).flatMap((path) => {
    const written = checking.document.read<Written>(path);
    const name = written === undefined ? undefined : resolve(written, path, declared, checking);
    if (name === undefined) return [];
    return [{ name, wait: { from, to: phaseOf(written), at: path } }];
  });
  return { names: found.map(({ name }) => name), waits: found.map(({ wait }) => wait) };
};

const phaseOf = (written: Written | undefined): string =>
  typeof written === 'object' ? written.phase : (written ?? '');

const resolve = (
  written: Written,
  at: Path,
  declared: ReadonlyMap<string, Declared>,
  { findings }: Checking,
): string | undefined => {
  const name = phaseOf(written);
  const phase = declared.get(name);
  const { iteration, fork } = typeof written === 'object' ? written : {};
  if (phase === undefined) {
    const path = typeof written === 'object' ? [...at, 'phase'] : at;
    findings.error(path, `there is no phase '${name}'`, hintAt(name, [...declared.keys()]));
    return undefined;
  }
  if (iteration === 'same' || iteration === 'previous') {
    const message = `iteration '${iteration}' needs phases with iterations`;
    findings.error([...at, 'iteration'], message, 'leave it out');
    return undefined;
  }
  if (fork === undefined) return name;
  if (phase.forks.includes(fork)) return `${name}/${fork}`;
  findings.error([...at, 'fork'], `phase '${name}' has no fork '${fork}'`, hintAt(fork, phase.forks));
  return undefined;
};

/** Phases that wait for each other would never start; each circle is reported once, where it closes. */
export const refuseCycles = (waits: readonly Wait[], { findings }: Checking): void => {
  const done = new Set<string>();
  const follow = (name: string, trail: readonly string[]): void => {
    for (const wait of waits.filter(({ from }) => from === name)) {
      const start = trail.indexOf(wait.to);
      if (start >= 0) findings.error(wait.at, circle([...trail.slice(start), wait.to]));
      else if (!done.has(wait.to)) follow(wait.to, [...trail, wait.to]);
    }
    done.add(name);
  };
  for (const { from } of waits) if (!done.has(from)) follow(from, [from]);
};

const circle = (names: readonly string[]): string =>
  names.length === 2
    ? `phase '${names[0]}' waits for itself`
    : `phases wait for each other: ${names.join(' -> ')}`;
