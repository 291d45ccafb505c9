import { DownpourError } from '../../lib/errors.ts';
import { tryDatastore } from '../../lib/repository/pipeline/import/query-datastore.ts';
import { invalid, parseDatastore } from '../../lib/repository/records/datastores/datastore-request.ts';
import { builtIn, presentDatastore } from '../../lib/repository/records/datastores/datastore-response.ts';
import { builtInId, type Datastore, isUsableBy } from '../../lib/repository/records/datastores/datastores.ts';
import { datastoreTypes } from '../../lib/repository/records/datastores/types.ts';
import { givenAccess } from '../../lib/repository/records/given-access.ts';
import { refuseWhileTestsUseDatastore } from '../../lib/repository/records/tests/refuse-while-tests-use.ts';
import { visibleOf } from '../../lib/repository/records/visible-lists.ts';
import { maySee, type Principal, refuseUnless, teamOf } from '../../lib/results/access.ts';
import { requestOutside } from '../outside/request-outside.ts';
import { repository } from '../repository.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/config/datastore': openOperation('datastore-list', async ({ query, caller }) => {
    const { team } = query;
    const visible = visibleOf(caller, await repository().datastores.list());
    const usable = visible.filter((each) => team === undefined || isUsableBy(each, team));
    return json([builtIn, ...usable.map(presentDatastore)]);
  }),

  'POST /api/config/datastore': operation('datastore-add', async ({ body, caller }) => {
    const owner = body.owner ?? teamOf(caller.user);
    refuseUnless(caller, 'tester', owner);
    const parsed = parseDatastore(body, { sites: await repository().actions.sites() });
    const access = givenAccess(body.access) ?? 'PRIVATE';
    const { id } = await repository().datastores.add({ ...parsed, owner, access });
    return json(id);
  }),

  'PUT /api/config/datastore': operation('datastore-change', async ({ body, caller }) => {
    const { id } = await changeable(body.id ?? 0, caller);
    if (body.owner !== undefined && body.owner !== null) refuseUnless(caller, 'tester', body.owner);
    const sites = await repository().actions.sites();
    const changed = await repository().datastores.change(id, (present) => ({
      ...parseDatastore(body, { sites, present }),
      owner: body.owner ?? present.owner,
      access: givenAccess(body.access) ?? present.access,
    }));
    if (changed === undefined) throw noDatastore(id);
    return json(id);
  }),

  'GET /api/config/datastore/types': openOperation('datastore-types', async () => json(datastoreTypes)),

  'DELETE /api/config/datastore/{id}': operation('datastore-delete', async ({ path, caller }) => {
    const { id } = await changeable(path.id, caller);
    await refuseWhileTestsUseDatastore(repository().tests, caller, id);
    if (!(await repository().datastores.remove(id))) throw noDatastore(id);
    return noContent;
  }),

  'GET /api/config/datastore/{id}/test': operation('datastore-test', async ({ path, caller }) => {
    if (path.id === builtInId)
      return json({
        success: true,
        msg: 'This datastore is the repository of this server, so it always answers',
      });
    const datastore = await changeable(path.id, caller);
    try {
      await tryDatastore({ repository: repository(), requestOutside: requestOutside }, datastore);
      return json({ success: true, msg: `The datastore ${datastore.name} answers` });
    } catch (error) {
      if (error instanceof DownpourError) return json({ success: false, msg: error.message });
      throw error;
    }
  }),
});

const noDatastore = (id: number): DownpourError =>
  new DownpourError('DATASTORE_NOT_FOUND', 404, `there is no datastore with the id ${id}`);

/**
 * Reads a datastore that the caller may change. The error for a hidden datastore is the same as for a missing
 * one.
 */
async function changeable(id: number, caller: Principal): Promise<Datastore> {
  if (id === builtInId)
    throw invalid(
      `datastore ${id} is the repository of this server, which cannot be changed or deleted; send the id of another datastore`,
    );
  const datastore = await repository().datastores.find(id);
  if (datastore === undefined || !maySee(caller, datastore)) throw noDatastore(id);
  refuseUnless(caller, 'tester', datastore.owner);
  return datastore;
}
