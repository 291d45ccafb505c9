import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { visibleSchema } from '../../lib/repository/reading/visible-schema.ts';
import { visibleTransformers } from '../../lib/repository/reading/visible-transformers.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { presentTransformer } from '../../lib/repository/records/schemas/responses.ts';
import type { Schema } from '../../lib/repository/records/schemas/schemas.ts';
import { parseTransformer } from '../../lib/repository/records/schemas/transformer-request.ts';
import type { Transformer } from '../../lib/repository/records/schemas/transformers.ts';
import { refuseWhileTestsUseTransformer } from '../../lib/repository/records/tests/refuse-while-tests-use.ts';
import { pageOf, visibleOf } from '../../lib/repository/records/visible-lists.ts';
import { maySee, type Principal, refuseUnless } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { jsonPage } from './pipeline/replies/page-reply.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/schema/allTransformers': openOperation('transformer-names', async ({ query, caller }) => {
    const visible = await visibleTransformers(repository(), caller);
    const infos = visible.map(({ transformer: { id, name }, schema }) => ({
      schemaId: schema.id,
      schemaUri: schema.uri,
      schemaName: schema.name,
      transformerId: id,
      transformerName: name,
    }));
    return jsonPage(
      query,
      walked(infos, ({ transformerId }) => [transformerId], query),
    );
  }),

  'GET /api/schema/{id}/transformers': openOperation('transformer-list', async ({ path, caller }) => {
    const schema = await schemaOf(path.id, caller);
    const all = visibleOf(caller, await repository().transformers.list());
    const own = all.filter(({ schemaId }) => schemaId === schema.id);
    return json(
      pageOf(own, 'name', { direction: 'Ascending' }).map((each) => presentTransformer(each, schema)),
    );
  }),

  'POST /api/schema/{id}/transformers': operation('transformer-create', async ({ path, body, caller }) => {
    const { id: schemaId, owner, access } = await schemaOf(path.id, caller);
    const transformer = { owner, access, ...parseTransformer(body), schemaId };
    await refuseKnown(body.id, caller);
    refuseUnless(caller, 'tester', transformer.owner);
    const id = await repository().transformers.create(transformer);
    if (id === undefined) throw noSchema(schemaId);
    return json(id, 201);
  }),

  'PUT /api/schema/{id}/transformers': operation('transformer-change', async ({ path, body, caller }) => {
    const schema = await schemaOf(path.id, caller);
    const parsed = parseTransformer(body);
    const present = await transformerOf(body.id ?? 0, caller);
    if (present.schemaId !== schema.id) throw await errorForOtherSchema(present, caller);
    const isThere = await repository().transformers.change(present.id, ({ id, schemaId, owner, access }) => {
      const next = { owner, access, ...parsed, id, schemaId };
      for (const team of [owner, next.owner]) refuseUnless(caller, 'tester', team);
      return next;
    });
    if (!isThere) throw noTransformer(present.id);
    return json(present.id);
  }),

  'DELETE /api/schema/{id}/transformers/{transformerId}': operation(
    'transformer-delete',
    async ({ path, caller }) => {
      const schema = await schemaOf(path.id, caller);
      const { id, schemaId, owner } = await transformerOf(path.transformerId, caller);
      if (schemaId !== schema.id) {
        const message = `Transformer ${id} does not belong to schema ${schema.id}; use the id of its own schema`;
        throw new DownpourError('TRANSFORMER_ELSEWHERE', 400, message);
      }
      refuseUnless(caller, 'tester', owner);
      await refuseWhileTestsUseTransformer(repository().tests, caller, id);
      if (!(await repository().transformers.remove(id))) throw noTransformer(id);
      return noContent;
    },
  ),
});

const schemaOf = (id: number, caller: Principal): Promise<Schema> =>
  visibleSchema(repository(), caller, id, `Schema ${id} not found: ${lists.schemas}`);

/**
 * Rejects a new transformer with the id of an existing one, which is probably a mistake. The id of a hidden
 * transformer is ignored, as an unknown id is.
 */
async function refuseKnown(id: number | null | undefined, caller: Principal): Promise<void> {
  if (id === null || id === undefined) return;
  const visible = await visibleTransformers(repository(), caller);
  if (visible.every(({ transformer }) => transformer.id !== id)) return;
  const message = `Transformer with id ${id} already exists; change it with PUT, or leave out the id`;
  throw new DownpourError('TRANSFORMER_EXISTS', 400, message);
}

const noSchema = (id: number): DownpourError =>
  new DownpourError('SCHEMA_NOT_FOUND', 404, `Schema ${id} not found: ${lists.schemas}`);

/** Reads a transformer that the caller may see. */
async function transformerOf(id: number, caller: Principal): Promise<Transformer> {
  const transformer = await repository().transformers.byId(id);
  if (transformer !== undefined && maySee(caller, transformer)) return transformer;
  throw noTransformer(id);
}

const noTransformer = (id: number): DownpourError =>
  new DownpourError('TRANSFORMER_NOT_FOUND', 404, `Transformer ${id} not found: ${lists.transformers}`);

/**
 * The error for a transformer of another schema than the path names. For a hidden schema it is the same as
 * for a missing transformer.
 */
async function errorForOtherSchema(
  { id, name, schemaId }: Transformer,
  caller: Principal,
): Promise<DownpourError> {
  const schema = await repository().schemas.byId(schemaId);
  if (schema === undefined || !maySee(caller, schema)) return noTransformer(id);
  const message = `Transformer id=${id}, name=${name} belongs to a different schema: ${schemaId}(${schema.uri})`;
  return new DownpourError('TRANSFORMER_ELSEWHERE', 400, message);
}
