import { DownpourError } from '../../lib/errors.ts';
import { remove } from '../../lib/repository/pipeline/removal/perform-removal.ts';
import type { Write } from '../../lib/repository/ports/table.ts';
import { usagesOf } from '../../lib/repository/reading/label-usages.ts';
import { visibleSchema, visibleSchemaOf } from '../../lib/repository/reading/visible-schema.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { refusePartsOfSchema } from '../../lib/repository/records/refuse-bundle-members.ts';
import { presentSchema } from '../../lib/repository/records/schemas/responses.ts';
import { parseSchema } from '../../lib/repository/records/schemas/schema-request.ts';
import { meantDifferently, refuseTaken, type Schema } from '../../lib/repository/records/schemas/schemas.ts';
import { ofTeams, pageOf, visibleOf } from '../../lib/repository/records/visible-lists.ts';
import { teamGroup } from '../../lib/repository/work/work.ts';
import { type Principal, parseAccess, refuseUnless, teamOf } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { withJobs, workContext } from '../work-context.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { jsonPage } from './pipeline/replies/page-reply.ts';
import { removalReply } from './pipeline/replies/removal-reply.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/schema': openOperation('schema-list', async ({ query, caller }) => {
    const { roles, name = '', sort = 'name', ...page } = query;
    const all = visibleOf(caller, await repository().schemas.list());
    const found = ofTeams(caller, all, roles).filter((schema) =>
      schema.name.toLowerCase().includes(name.toLowerCase()),
    );
    return json({ schemas: pageOf(found, sort, page).map(presentSchema), count: all.length });
  }),

  'POST /api/schema': operation('schema-create', async ({ body, caller }) => {
    refusePartsOfSchema(body);
    const parsed = parseSchema(body);
    const { owner = teamOf(caller.user), access = 'PUBLIC' } = parsed;
    refuseUnless(caller, 'tester', owner);
    const { id } = refuseTaken(
      await withJobs([{ kind: 'schema', uri: parsed.uri }], (also) =>
        repository().schemas.create({ ...parsed, owner, access }, also),
      ),
    );
    return json(id, 201);
  }),

  'PUT /api/schema': operation('schema-change', async ({ body, caller }) => {
    const id = body.id ?? 0;
    const missing = `Missing schema id or schema with id ${id} does not exist`;
    refusePartsOfSchema(body);
    const parsed = parseSchema(body);
    const present = await changeable(id, caller, missing);
    if (parsed.owner !== undefined) refuseUnless(caller, 'tester', parsed.owner);
    const scopes = meantDifferently(present, parsed).map((uri) => ({ kind: 'schema', uri }) as const);
    await withJobs(scopes, (also) =>
      changed(id, missing, ({ owner, access }) => ({ id, owner, access, ...parsed }), also),
    );
    return json(id);
  }),

  'GET /api/schema/descriptors': openOperation('schema-descriptors', async ({ query, caller }) => {
    const all = visibleOf(caller, await repository().schemas.list());
    const found = query.id === undefined ? all : all.filter(({ id }) => query.id?.includes(id));
    const descriptors = found.map(({ id, name, uri }) => ({ id, name, uri }));
    return jsonPage(
      query,
      walked(descriptors, ({ id }) => [id], query),
    );
  }),

  'GET /api/schema/findUsages': openOperation('schema-usages', async ({ query, caller }) => {
    return json(await usagesOf(repository(), caller, query.label.trim()));
  }),

  'GET /api/schema/idByUri/{uri}': openOperation('schema-by-uri', async ({ path, caller }) =>
    json((await visibleSchemaOf(repository(), caller, path.uri)).id),
  ),

  'GET /api/schema/{id}': openOperation('schema-get', async ({ path, caller }) =>
    json(presentSchema(await visibleSchema(repository(), caller, path.id))),
  ),

  'DELETE /api/schema/{id}': operation('schema-delete', async ({ path, caller }) => {
    const { id, owner } = await changeable(path.id, caller);
    return removalReply(remove(workContext(), { of: 'schema', id }, teamGroup(owner)));
  }),

  'POST /api/schema/{id}/updateAccess': operation('schema-access', async ({ path, query, caller }) => {
    await changeable(path.id, caller);
    refuseUnless(caller, 'tester', query.owner);
    const access = parseAccess(query.access) ?? 'PRIVATE';
    await changed(path.id, `Schema not found: schema ${path.id} was deleted`, (schema) => ({
      ...schema,
      owner: query.owner,
      access,
    }));
    return noContent;
  }),
});

/** Reads a schema that the caller may change. */
async function changeable(id: number, caller: Principal, missing?: string): Promise<Schema> {
  const schema = await visibleSchema(repository(), caller, id, missing);
  refuseUnless(caller, 'tester', schema.owner);
  return schema;
}

async function changed(
  id: number,
  missing: string,
  decide: (schema: Schema) => Schema,
  also: readonly Write[] = [],
): Promise<void> {
  const schema = await repository().schemas.change(id, decide, async () => also);
  if (schema === undefined) throw new DownpourError('SCHEMA_NOT_FOUND', 404, missing);
  refuseTaken(schema);
}
