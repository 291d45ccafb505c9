import type { ViewRequest } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { changeableTest, visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { refuseTooLarge } from '../../lib/repository/records/definition-size.ts';
import {
  defaultView,
  noView,
  type RequestedView,
  type View,
} from '../../lib/repository/records/views/views.ts';
import type { Principal } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/ui/{testId}/views': openOperation('view-list', async ({ path, caller }) => {
    await visibleTest(
      repository(),
      caller,
      path.testId,
      `Test not found with id: ${path.testId}: ${lists.tests}`,
    );
    return json(await repository().views.ofTest(path.testId));
  }),

  'POST /api/ui/view': operation('view-put', async ({ body, caller }) =>
    json((await put([body], caller))[0]),
  ),

  'POST /api/ui/views': operation('views-put', async ({ body, caller }) => {
    await put(body, caller);
    return noContent;
  }),

  'DELETE /api/ui/{testId}/view/{viewId}': operation('view-delete', async ({ path, caller }) => {
    await changeableTest(repository(), caller, path.testId);
    const view = (await repository().views.ofTest(path.testId)).find(({ id }) => id === path.viewId);
    if (view === undefined) throw noView(path.testId, path.viewId);
    if (view.name === defaultView)
      throw new DownpourError('VIEW_DEFAULT', 400, 'The default view of a test cannot be removed.');
    await repository().views.remove(path.testId, path.viewId);
    return noContent;
  }),
});

/** Adds or changes views of one test. */
async function put(bodies: readonly ViewRequest[], caller: Principal): Promise<readonly View[]> {
  const [testId, ...others] = [...new Set(bodies.map((body) => body.testId ?? 0))];
  if (testId === undefined || testId <= 0 || others.length > 0)
    throw new DownpourError(
      'VIEW_TEST_MISSING',
      400,
      'All views of this request must have the same testId, and it must be the id of an existing test.',
    );
  const parsed = bodies.map(parseView);
  await changeableTest(repository(), caller, testId);
  const views: View[] = [];
  for (const each of parsed) {
    const view = await repository().views.put(testId, each);
    if (view === undefined) throw noView(testId, each.id ?? 0);
    views.push(view);
  }
  return views;
}

/** Null members and ids below 1 count as absent, because forms send such ids for new records. */
function parseView({ id, name, components }: ViewRequest): RequestedView {
  const view: RequestedView = {
    ...idOf(id),
    name,
    components: components.map(({ id: own, headerName, headerOrder, labels, render }) => ({
      ...idOf(own),
      headerName,
      headerOrder: headerOrder ?? 0,
      labels,
      ...(render?.trim() && { render }),
    })),
  };
  refuseTooLarge('view', view);
  return view;
}

const idOf = (id: number | null | undefined) => (typeof id === 'number' && id > 0 ? { id } : {});
