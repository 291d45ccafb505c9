import { createHash } from 'node:crypto';
import type { Benchmark, Phase } from '../model/benchmark.ts';
import type { FileRef } from '../model/files.ts';

/** The load that a document defines, in hashes of 16 hex digits: runs of one definition can be compared. */
export type Definition = {
  /** The whole load: equal when everything below is, and the settings that all phases share. */
  readonly hash: string;
  /** The targets and their protocols. */
  readonly targets: string;
  /** By the full name of a phase: its arrivals, its times, its scenario and the files that it reads. */
  readonly phases: Readonly<Record<string, string>>;
};

/**
 * The same for every run of one document with the same parameters, whatever the seed, the number of shards
 * and the names of the burst. Limits do not count: they judge the load and do not change it. Nor do
 * passwords.
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

/** Members by name, so that only their content counts; absent ones are left out, as in JSON. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([name, member]) => member !== undefined && !leftOut.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, inOneOrder(member)]);
}
