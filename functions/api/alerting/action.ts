import type { Action as ActionReply, ActionRequest } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { lists } from '../../../lib/names/not-found-hints.ts';
import { parseAction, type RequestedAction } from '../../../lib/repository/records/actions/action-request.ts';
import { presentAction } from '../../../lib/repository/records/actions/action-response.ts';
import { type Action, plainUrl } from '../../../lib/repository/records/actions/actions.ts';
import { newSecret } from '../../../lib/repository/records/actions/signature.ts';
import type { Test } from '../../../lib/repository/records/tests/tests.ts';
import { pageOf } from '../../../lib/repository/records/visible-lists.ts';
import { maySee, type Principal, refuseUnless, refuseUnlessAdmin } from '../../../lib/results/access.ts';
import { repository } from '../../repository.ts';
import { operation } from '../pipeline/operation.ts';
import { json, noContent } from '../pipeline/replies/reply.ts';

export const actionOperations = {
  'POST /api/action': operation('action-create', async ({ body, caller }) => {
    const testId = body.testId ?? 0;
    await refuseUnlessTester(testId, caller);
    return json(await created(body, testId));
  }),

  'PUT /api/action': operation('action-change', async ({ body, caller }) => {
    const present = await changeable(body.id ?? 0, caller);
    const { id, testId } = present;
    const { secret = present.secret, ...rest } = await parseRequest(body, testId);
    const action = { ...rest, secret, id, ...(testId !== undefined && { testId }) };
    // Another request may have deleted the action meanwhile.
    if (!(await repository().actions.put(action, 'present'))) throw noAction(id);
    return json(presentAction(action));
  }),

  'POST /api/action/global': operation('action-create-global', async ({ body, caller }) => {
    refuseUnlessAdmin(caller);
    return json(await created(body, undefined));
  }),

  'DELETE /api/action/global/{id}': operation('action-delete-global', async ({ path, caller }) => {
    refuseUnlessAdmin(caller);
    const action = await repository().actions.find(path.id);
    if (action?.testId !== undefined || !(await repository().actions.remove(path.id)))
      throw noAction(path.id);
    return noContent;
  }),

  'GET /api/action/list': operation('action-list', async ({ query, caller }) => {
    refuseUnlessAdmin(caller);
    const all = (await repository().actions.list()).filter(({ testId }) => testId === undefined);
    const { direction = 'Ascending', limit, page } = query;
    return json(pageOf(all, 'id', { direction, limit, page }).map(presentAction));
  }),

  'GET /api/action/test/{id}': operation('action-list-of-test', async ({ path, caller }) => {
    await refuseUnlessTester(path.id, caller);
    return json((await repository().actions.ofTest(path.id)).map(presentAction));
  }),

  'GET /api/action/allowedSites': operation('allowed-site-list', async () =>
    json(await repository().actions.sites()),
  ),

  'POST /api/action/allowedSites': operation('allowed-site-create', async ({ body, caller }) => {
    refuseUnlessAdmin(caller);
    const prefix = String(body).trim();
    const url = plainUrl(prefix);
    if (url === undefined || url.search + url.hash !== '')
      throw new DownpourError(
        'SITE_INVALID',
        400,
        `an allowed site must be a URL with http or https, without password, query and fragment, such as https://ci.example.com/hooks; found '${prefix}'`,
      );
    return json(await repository().actions.addSite(prefix));
  }),

  'DELETE /api/action/allowedSites/{id}': operation('allowed-site-delete', async ({ path, caller }) => {
    refuseUnlessAdmin(caller);
    if (!(await repository().actions.removeSite(path.id)))
      throw new DownpourError(
        'SITE_NOT_FOUND',
        404,
        `there is no allowed site with the id ${path.id}; list the allowed sites with GET /api/action/allowedSites`,
      );
    return noContent;
  }),

  'GET /api/action/{id}': operation('action-get', async ({ path, caller }) =>
    json(presentAction(await changeable(path.id, caller))),
  ),

  'DELETE /api/action/{id}': operation('action-delete', async ({ path, caller }) => {
    await changeable(path.id, caller);
    if (!(await repository().actions.remove(path.id))) throw noAction(path.id);
    return noContent;
  }),
};

const noAction = (id: number): DownpourError =>
  new DownpourError(
    'ACTION_NOT_FOUND',
    404,
    `there is no action with the id ${id}: list the actions with GET /api/action/list`,
  );

/** Creates an action. Only this response contains the secret. */
async function created(body: ActionRequest, testId: number | undefined): Promise<ActionReply> {
  const { secret = newSecret(), ...rest } = await parseRequest(body, testId);
  const id = await repository().actions.newIds();
  const action = { ...rest, id, secret, ...(testId !== undefined && { testId }) };
  await repository().actions.put(action);
  return { ...presentAction(action), secrets: { token: secret } };
}

/**
 * Reads an action that the caller may change. Only these callers see the URL of an action, which may contain
 * secrets. The error for a hidden action is the same as for a missing one. An action for all tests is hidden
 * from callers who are not administrators.
 */
async function changeable(id: number, caller: Principal): Promise<Action> {
  const action = await repository().actions.find(id);
  if (action === undefined) throw noAction(id);
  const { testId } = action;
  if (testId === undefined) {
    if (caller.role !== 'admin') throw noAction(id);
    return action;
  }
  const test = await visibleTest(testId, caller);
  if (test === undefined) throw noAction(id);
  refuseUnless(caller, 'tester', test.owner);
  return action;
}

async function refuseUnlessTester(testId: number, caller: Principal): Promise<void> {
  const test = await visibleTest(testId, caller);
  if (test === undefined)
    throw new DownpourError('TEST_NOT_FOUND', 404, `No test with id ${testId}: ${lists.tests}`);
  refuseUnless(caller, 'tester', test.owner);
}

async function visibleTest(testId: number, caller: Principal): Promise<Test | undefined> {
  const test = await repository().tests.byId(testId);
  return test !== undefined && maySee(caller, test) ? test : undefined;
}

const parseRequest = async (body: ActionRequest, testId: number | undefined): Promise<RequestedAction> =>
  parseAction(body, testId === undefined ? 'all tests' : 'one test', await repository().actions.sites());
