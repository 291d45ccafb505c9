import type { SchemaExportRequest } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { createSchema, mergeSchema, type SchemaBundle } from '../../lib/repository/bundles/import-schema.ts';
import { visibleOf } from '../../lib/repository/lists.ts';
import { meantDifferently, refuseTaken, type Schema } from '../../lib/repository/schemas/schemas.ts';
import { shownLabel, shownSchema, shownTransformer } from '../../lib/repository/schemas/shown.ts';
import type { JobScope } from '../../lib/repository/work/task.ts';
import { type Owned, type Principal, refuseUnless, teamOf } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { withJobs } from '../work-context.ts';
import { visibleSchema } from './lookup/visible-schema.ts';
import { family } from './pipeline/family.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';
import { wantedLabel } from './wanted/label.ts';
import { wantedSchema } from './wanted/schema.ts';
import { wantedTransformer } from './wanted/transformer.ts';

export const handler = family({
  'GET /api/schema/{id}/export': operation('schema-export', async ({ path, caller }) => {
    const schema = await visibleSchema(repository(), caller, path.id);
    const labels = visibleOf(caller, await repository().labels.ofSchema(schema.id));
    const all = visibleOf(caller, await repository().transformers.list());
    const transformers = all.filter(({ schemaId }) => schemaId === schema.id);
    return json({
      ...shownSchema(schema),
      labels: labels.map(shownLabel),
      transformers: transformers.map((each) => shownTransformer(each, schema)),
    });
  }),

  'POST /api/schema/import': operation('schema-import', async ({ body, caller }) => {
    const bundle = wantedBundle(body, { owner: teamOf(caller.user), access: 'PUBLIC' });
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
    const bundle = wantedBundle(body, schema);
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

/** As changes of the schema and of its labels by themselves: a transformer that is another makes no dataset anew. */
function scopesOf(present: Schema, { schema, labels }: SchemaBundle): readonly JobScope[] {
  const runs = meantDifferently(present, schema).map((uri): JobScope => ({ kind: 'schema', uri }));
  return labels.length === 0 ? runs : [...runs, { kind: 'labels', uri: schema.uri }];
}

/** A bundle from the body of a request. The parts belong to who owns the schema where they do not say. */
function wantedBundle(body: SchemaExportRequest, { owner, access }: Owned): SchemaBundle {
  const schema = { owner, access, ...wantedSchema(body) };
  const own = { owner: schema.owner, access: schema.access };
  return {
    schema,
    labels: (body.labels ?? []).map((label) => ({ ...own, ...wantedLabel(label) })),
    transformers: (body.transformers ?? []).map((each) => ({
      ...own,
      ...wantedTransformer(each),
      ...(typeof each.id === 'number' && { id: each.id }),
    })),
  };
}

function refuseOthers(caller: Principal, { schema, labels, transformers }: SchemaBundle): void {
  const teams = new Set([schema, ...labels, ...transformers].map(({ owner }) => owner));
  for (const team of teams) refuseUnless(caller, 'tester', team);
}
