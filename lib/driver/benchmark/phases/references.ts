import { defineBody, parseBody } from '../../declaration/body.ts';
import { required, withDefault } from '../../declaration/field.ts';
import { choice, word } from '../../declaration/scalars.ts';
import { define, oneOrList, own, referTo } from '../../declaration/schema.ts';
import { hintAt } from '../../document/nearest.ts';
import type { Path } from '../../document/problem.ts';
import type { Checking } from '../valid-part.ts';
import { iterationName, partName, type Reference } from './definition.ts';

export const referenceFields = {
  phase: required(word('Name of the phase.', 'rampUp')),
  iteration: withDefault(
    'none',
    choice(
      ['none', 'previous', 'same'],
      'The iteration of that phase: `same` is the iteration with the same number as here, `previous` is the iteration before; the first iteration has no previous one. `none` means all iterations.',
    ),
  ),
  fork: word('Fork of that phase; all of its forks when absent.', 'search'),
};

/** The schema of a reference to another phase: its name, or a mapping. */
const shape = {
  name: 'a reference to a phase',
  fields: referenceFields,
  short: {
    member: 'phase',
    title: 'the name of a phase, or a mapping with phase and optionally iteration and fork',
    example: 'rampUp',
  },
} as const;

const phaseReference = defineBody(
  'phaseReference',
  'Another phase: its name, or its name with an iteration or a fork.',
  shape,
);

export const phaseReferences = define('phaseReferences', {
  ...own('One reference to a phase, or a list of them.', 'rampUp'),
  ...oneOrList(referTo(phaseReference)),
});

/** The facts about a phase that a reference to it needs. */
export type Named = {
  readonly name: string;
  readonly iterations: number;
  /** True when the names of the phase's iterations contain their number. */
  readonly numbered: boolean;
  /** The names of the phase's forks. Empty for a phase without forks. */
  readonly forks: readonly string[];
};

/**
 * All phases to which a reference may refer: by their name in the document, and by the names of their
 * iterations and forks.
 */
export type Names = {
  readonly phases: ReadonlyMap<string, Named>;
  /**
   * For each iteration or fork by its name, the phases that start when it starts: itself, or the forks that
   * it covers.
   */
  readonly runtime: ReadonlyMap<string, readonly string[]>;
};

export const namesIn = (phases: ReadonlyMap<string, Named>): Names => ({
  phases,
  runtime: new Map([...phases.values()].flatMap(runtimeNames)),
});

/**
 * The number of phases into which one phase of the document is divided. It includes the noop phases that
 * cover all forks or all iterations.
 */
export const runtimeCount = ({ iterations, numbered, forks }: Named): number =>
  iterations * (forks.length === 0 ? 1 : forks.length + 1) + (numbered ? 1 : 0);

const runtimeNames = ({
  name,
  iterations,
  numbered,
  forks,
}: Named): readonly (readonly [string, readonly string[]])[] =>
  Array.from({ length: iterations }, (_, iteration) => iterationName(name, numbered, iteration)).flatMap(
    (own) => {
      const parts = forks.map((fork) => partName(own, fork));
      return [...parts, own].map(
        (each) => [each, each === own && parts.length > 0 ? parts : [each]] as const,
      );
    },
  );

/**
 * Reads the references of a phase (`startAfter`, `startAfterStrict`). Wrong ones are reported and left out.
 */
export const parseReferences = (
  from: Named,
  at: Path,
  names: Names,
  checking: Checking,
): readonly Reference[] =>
  checking.document.each(at).flatMap((path) => parseReference(from, path, names, checking) ?? []);

/** Reads a reference to another phase. Undefined after a reported problem. */
export function parseReference(
  from: Named,
  at: Path,
  names: Names,
  checking: Checking,
): Reference | undefined {
  const written = checking.document.read(at);
  const parsed = written === undefined ? undefined : parseBody(shape, written, at, checking);
  if (parsed === undefined) return undefined;
  const { phase, iteration, fork } = parsed;
  const to = names.phases.get(phase);
  if (to === undefined) {
    const path = typeof written === 'string' ? at : [...at, 'phase'];
    return byRuntimeName({ phase, iteration, at }, from, path, names, checking);
  }
  const fits =
    hasIteration(from, to, iteration, [...at, 'iteration'], checking) &&
    hasFork(to, fork, [...at, 'fork'], checking);
  if (!fits) return undefined;
  return { phase, iteration, at, ...(fork === undefined ? {} : { fork }) };
}

/** A reference may also name one iteration or fork of a phase: `p/a`, `p/000` or `p/000/a`. */
function byRuntimeName(
  reference: Reference,
  from: Named,
  path: Path,
  { phases, runtime }: Names,
  { findings }: Checking,
): Reference | undefined {
  const { phase, iteration } = reference;
  const starts = runtime.get(phase);
  if (starts !== undefined && iteration === 'none') return { ...reference, starts };
  const names = new Set([...phases.keys(), ...runtime.keys()]);
  names.delete(from.name);
  const hint =
    names.size > 0 ? hintAt(phase, [...names]) : 'the document has no other phase; leave the reference out';
  findings.error(path, `there is no phase '${phase}'`, hint);
  return undefined;
}

/**
 * True when the iteration of a reference exists. A relative iteration (same, previous) is valid only in a
 * phase with iterations. The named phase must have that iteration too.
 */
function hasIteration(
  from: Named,
  to: Named,
  iteration: Reference['iteration'],
  at: Path,
  { findings }: Checking,
): boolean {
  if (iteration === 'none') return true;
  for (const { name, numbered } of [from, to]) {
    if (numbered) continue;
    const message = `iteration '${iteration}' needs phases with iterations, but phase '${name}' has no iterations`;
    findings.error(at, message, `leave 'iteration' out, or give phase '${name}' a maxIterations above 1`);
    return false;
  }
  const needed = iteration === 'same' ? from.iterations : from.iterations - 1;
  if (to.iterations >= needed) return true;
  const message = `iteration '${iteration}' needs ${needed} iterations of phase '${to.name}', but phase '${to.name}' has ${to.iterations}`;
  findings.error(at, message, `set maxIterations of phase '${to.name}' to ${needed}`);
  return false;
}

function hasFork(to: Named, fork: string | undefined, at: Path, { findings }: Checking): boolean {
  if (fork === undefined || to.forks.includes(fork)) return true;
  findings.error(at, `phase '${to.name}' has no fork '${fork}'`, hintAt(fork, to.forks));
  return false;
}

type Target = { readonly to: string; readonly at: Path };

/**
 * Finds the phases (iterations or forks) for which one iteration of a phase waits. A reference to all
 * iterations means the last one.
 */
export function namesOf(
  reference: Reference,
  iteration: number,
  named: ReadonlyMap<string, Named>,
): readonly Target[] {
  const { at } = reference;
  const to = named.get(reference.phase);
  if (to === undefined) return [{ to: reference.phase, at }];
  const { fork = '' } = reference;
  if (reference.iteration === 'none') {
    const all =
      fork === '' ? to.name : partName(iterationName(to.name, to.numbered, to.iterations - 1), fork);
    return [{ to: all, at }];
  }
  return iterationsOf(reference, iteration).map((one) => ({
    to: partName(iterationName(to.name, true, one), fork),
    at,
  }));
}

/**
 * Finds the phases that start when the referenced phase starts. A reference to all iterations means the forks
 * of the first iteration.
 */
export function startsOf(
  reference: Reference,
  iteration: number,
  named: ReadonlyMap<string, Named>,
): readonly Target[] {
  const { at } = reference;
  const to = named.get(reference.phase);
  if (to === undefined) return (reference.starts ?? []).map((each) => ({ to: each, at }));
  const forks = reference.fork === undefined ? to.forks : [reference.fork];
  const iterations = reference.iteration === 'none' ? [0] : iterationsOf(reference, iteration);
  return iterations.flatMap((one) => {
    const own = iterationName(to.name, to.numbered, one);
    return forks.length === 0 ? [{ to: own, at }] : forks.map((fork) => ({ to: partName(own, fork), at }));
  });
}

/**
 * The iterations to which a reference refers. The first iteration has no previous one, so the list is then
 * empty.
 */
function iterationsOf(reference: Reference, iteration: number): readonly number[] {
  const meant = reference.iteration === 'same' ? iteration : iteration - 1;
  return meant < 0 ? [] : [meant];
}
