import { createHash } from 'node:crypto';
import type { Benchmark, Phase } from '../model/benchmark.ts';
import type { FileRef } from '../model/files.ts';

/**
 * Hashes of the load that a document defines, in 16 hex digits. Runs with equal hashes have the same load and
 * can be compared.
 */
export type Definition = {
  /** The hash of the whole load: of `targets`, of `phases`, and of the settings that all phases share. */
  readonly hash: string;
  /** The hash of the HTTP targets and of the Hot Rod clusters. */
  readonly targets: string;
  /** A hash for each phase, by its full name. It covers arrivals, times, scenario and files of the phase. */
  readonly phases: Readonly<Record<string, string>>;
};

/**
 * Computes the hashes of a benchmark's load. They are the same for every run of one document with the same
 * parameters. The seed, the number of shards and the name of the burst do not count. Limits do not count,
 * because they judge the load and do not change it. Passwords do not count either.
 */
export function definitionOf(benchmark: Benchmark, files: readonly FileRef[] = []): Definition {
  const { ergonomics, failurePolicy, hotRod = [] } = benchmark;
  const contents = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const phaseHash = (phase: Phase): string =>
    hashOf([phase, (phase.files ?? []).map((path) => contents.get(path) ?? null)]);
  const targets = hashOf([benchmark.targets, hotRod]);
  const phases = Object.fromEntries(benchmark.phases.map((phase) => [phase.name, phaseHash(phase)]));
  return { hash: hashOf([targets, phases, ergonomics, failurePolicy]), targets, phases };
}

const digits = 16;

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOneOrder(value)))
    .digest('hex')
    .slice(0, digits);

const leftOut: readonly string[] = ['slas', 'customSlas', 'isJudged', 'password'];

/**
 * Sorts the members of a value by name, so that their order does not change the hash. Leaves out absent
 * members.
 */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([name, member]) => member !== undefined && !leftOut.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, inOneOrder(member)]);
}
