import type { SchemaExportRequest } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { createSchema, mergeSchema, type SchemaBundle } from '../../lib/repository/bundles/import-schema.ts';
import { visibleSchema } from '../../lib/repository/reading/visible-schema.ts';
import { parseLabel } from '../../lib/repository/records/schemas/label-request.ts';
import {
  presentLabel,
  presentSchema,
  presentTransformer,
} from '../../lib/repository/records/schemas/responses.ts';
import { parseSchema } from '../../lib/repository/records/schemas/schema-request.ts';
import { meantDifferently, refuseTaken, type Schema } from '../../lib/repository/records/schemas/schemas.ts';
import { parseTransformer } from '../../lib/repository/records/schemas/transformer-request.ts';
import { visibleOf } from '../../lib/repository/records/visible-lists.ts';
import type { JobScope } from '../../lib/repository/work/task.ts';
import { type Owned, type Principal, refuseUnless, teamOf } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { withJobs } from '../work-context.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/schema/{id}/export': operation('schema-export', async ({ path, caller }) => {
    const schema = await visibleSchema(repository(), caller, path.id);
    const labels = visibleOf(caller, await repository().labels.ofSchema(schema.id));
    const all = visibleOf(caller, await repository().transformers.list());
    const transformers = all.filter(({ schemaId }) => schemaId === schema.id);
    return json({
      ...presentSchema(schema),
      labels: labels.map(presentLabel),
      transformers: transformers.map((each) => presentTransformer(each, schema)),
    });
  }),

  'POST /api/schema/import': operation('schema-import', async ({ body, caller }) => {
    const bundle = parseBundle(body, { owner: teamOf(caller.user), access: 'PUBLIC' });
    refuseOthers(caller, bundle);
    const id = await withJobs([{ kind: 'schema', uri: bundle.schema.uri }], (also) =>
      createSchema(repository(), bundle, also),
    );
    return json(refuseTaken(id), 201);
  }),

  'PUT /api/schema/import': operation('schema-import-change', async ({ body, caller }) => {
    const id = body.id ?? 0;
    const missing = `Missing schema id or schema with id ${id} does not exist`;
    const schema = await visibleSchema(repository(), caller, id, missing);
    refuseUnless(caller, 'tester', schema.owner);
    const bundle = parseBundle(body, schema);
    refuseOthers(caller, bundle);
    const judge = ({ owner }: Owned): void => refuseUnless(caller, 'tester', owner);
    const changed = await withJobs(scopesOf(schema, bundle), (also) =>
      mergeSchema(repository(), id, bundle, judge, also),
    );
    if (changed === undefined) throw new DownpourError('SCHEMA_NOT_FOUND', 404, missing);
    refuseTaken<Schema>(changed);
    return json(id);
  }),
});

/**
 * The jobs over many runs that an import of a schema starts. They are the same as for separate changes of the
 * schema and its labels. A changed transformer does not make datasets again.
 */
function scopesOf(present: Schema, { schema, labels }: SchemaBundle): readonly JobScope[] {
  const runs = meantDifferently(present, schema).map((uri): JobScope => ({ kind: 'schema', uri }));
  return labels.length === 0 ? runs : [...runs, { kind: 'labels', uri: schema.uri }];
}

/** Parses a bundle in the body of a request. A part without an owner gets the owner of the schema. */
function parseBundle(body: SchemaExportRequest, { owner, access }: Owned): SchemaBundle {
  const schema = { owner, access, ...parseSchema(body) };
  const own = { owner: schema.owner, access: schema.access };
  return {
    schema,
    labels: (body.labels ?? []).map((label) => ({ ...own, ...parseLabel(label) })),
    transformers: (body.transformers ?? []).map((each) => ({
      ...own,
      ...parseTransformer(each),
      ...(typeof each.id === 'number' && { id: each.id }),
    })),
  };
}

function refuseOthers(caller: Principal, { schema, labels, transformers }: SchemaBundle): void {
  const teams = new Set([schema, ...labels, ...transformers].map(({ owner }) => owner));
  for (const team of teams) refuseUnless(caller, 'tester', team);
}
