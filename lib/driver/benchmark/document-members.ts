import { mappingSchema } from '../declaration/body.ts';
import { type Field, required, withDefault } from '../declaration/field.ts';
import { choice, unread, word } from '../declaration/scalars.ts';
import { own, type Schema } from '../declaration/schema.ts';
import type { Benchmark } from '../model/benchmark.ts';
import { agents, agentsOf, threads } from './agents.ts';
import { collectionPeriod } from './collection-period.ts';
import { ergonomics } from './ergonomics.ts';
import { hooks } from './hooks.ts';
import { hotRod } from './hotrod.ts';
import { parsePhases, phaseFields } from './phases/phases.ts';
import { readMembers } from './read-members.ts';
import { targets } from './targets/targets.ts';
import type { Checking } from './valid-part.ts';

/** The members of a document before its phases, in the order of the reference page. */
const first = {
  $schema: unread({
    type: 'string',
    ...own('Address of this schema, or path of a local copy; for editors.', '../schema/editor.schema.json'),
  }),
  name: required({
    ...word('Name of the benchmark.', 'shop'),
    parse(raw, at, { findings }) {
      const name = String(raw);
      // The repository has a test with the same name, and URLs contain it. A URL cannot contain a segment `.`
      // or `..`.
      if (/^\s*\.{1,2}\s*$/.test(name))
        findings.error(
          at,
          `a benchmark cannot have the name '${name}': the URL of its test contains the name, and URLs use '.' and '..' for folders`,
          "choose another name, such as 'shop'",
        );
      return name;
    },
  } satisfies Field<string, false>),
  agents,
  threads,
  ergonomics,
  http: targets,
};

const last = {
  failurePolicy: withDefault(
    'CANCEL',
    choice(['CANCEL', 'CONTINUE'], 'Whether a failed phase cancels the phases that have not started yet.'),
  ),
  statisticsCollectionPeriod: collectionPeriod,
  triggerUrl: word(
    'Address of the CI job that must start this benchmark. `run` starts it only with --triggered.',
    'https://ci.example.com/job/shop/build',
  ),
  pre: hooks(
    'Commands that the submitting machine runs before the benchmark, only with --allow-hooks. If a command fails, the benchmark does not start.',
    { seed: './seed-database.sh' },
  ),
  post: hooks('Commands that the submitting machine runs after the benchmark, only with --allow-hooks.', {
    clean: { exec: './clean-up.sh' },
  }),
  hotrod: hotRod,
};

/** The JSON Schema of a document, without the definitions to which it refers. */
export const documentSchema: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'urn:downpour:schema:benchmark',
  title: 'Benchmark',
  description:
    'A benchmark of the load driver: the targets, the phases that decide when users arrive, and the scenarios that they run.',
  type: 'object',
  ...mappingSchema({ ...first, ...phaseFields, ...last }),
  if: { required: ['hotrod'] },
  else: { required: ['http'] },
};

/**
 * Reads the benchmark of a document. The result is complete only if no part was refused. Phases are read
 * last, because they need all other members.
 */
export function readBenchmark(checking: Checking): Benchmark {
  const { name = '', ...own } = readMembers({ ...first, ...last }, [], checking);
  const { threads, ergonomics, failurePolicy, triggerUrl, pre, post } = own;
  const { targets, complete } = own.http;
  const { clusters, caches } = own.hotrod;
  const agents = agentsOf(own.agents, threads);
  const phases = parsePhases({
    ...checking,
    ergonomics,
    targets: complete ? targets : undefined,
    caches,
    agents: agents.length > 0 ? agents : [{ name: '', threads }],
    publishers: new Map(),
  });
  return {
    name,
    targets,
    ...(clusters.length === 0 ? {} : { hotRod: clusters }),
    ergonomics,
    phases,
    failurePolicy,
    agents,
    threads,
    files: [...(checking.neededFiles ?? [])],
    ...(pre.length + post.length === 0 ? {} : { hooks: { pre, post } }),
    ...(triggerUrl === undefined ? {} : { triggerUrl }),
  };
}
