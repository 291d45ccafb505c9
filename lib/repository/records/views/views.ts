import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import { all, type Item, itemsOf, type Table } from '../../ports/table.ts';
import { change } from '../change.ts';

/** The error when a test has no view with the id of a request. */
export const noView = (testId: number, viewId: number): DownpourError =>
  new DownpourError(
    'VIEW_NOT_FOUND',
    400,
    `test ${testId} has no view ${viewId}; list its views with GET /api/ui/${testId}/views`,
  );

/** A column of a list of datasets: labels, and JavaScript that formats their values. */
export type ViewComponent = {
  readonly id: number;
  readonly headerName: string;
  readonly headerOrder: number;
  readonly labels: readonly string[];
  readonly render?: string;
};

/** The columns of the list of a test's datasets. */
export type View = {
  readonly id: number;
  readonly testId: number;
  readonly name: string;
  readonly components: readonly ViewComponent[];
};

/** A view in a request. Parts without an id are new. */
export type RequestedView = Omit<View, 'id' | 'testId' | 'components'> & {
  readonly id?: number;
  readonly components: readonly (Omit<ViewComponent, 'id'> & { readonly id?: number })[];
};

/** The name of the view that every test has. */
export const defaultView = 'Default';

export type Views = ReturnType<typeof openViews>;

/**
 * The store of views. All views of a test are one record, because a test has few views and most readers need
 * all of them.
 */
export function openViews(table: Table) {
  return {
    /**
     * Reads the views of a test in the order of their ids. If the test has no default view, it is created.
     */
    ofTest: (test: number): Promise<readonly View[]> => ofTest(table, test),

    /**
     * Reads the existing views of a test. It writes nothing, so callers who may only read can use this
     * function.
     */
    present: async (test: number): Promise<readonly View[]> =>
      viewsOf(await table.get(repositoryKey.views(test))),

    /** The views of all tests. */
    list: async (): Promise<readonly View[]> =>
      (await all(itemsOf(table, repositoryKey.views(0).pk))).flatMap(viewsOf),

    /**
     * Adds a view, or changes the view with its id.
     * @returns undefined when the test has no view with this id.
     */
    async put(test: number, { id, components, ...view }: RequestedView): Promise<View | undefined> {
      // The default view is created first, so that it has the lowest id.
      await ofTest(table, test);
      const first = await table.newIds('view-component', Math.max(1, components.length));
      const ids = id ?? (await table.newIds('view'));
      const next: View = {
        ...view,
        id: ids,
        testId: test,
        components: components.map((each, n) => ({ ...each, id: each.id ?? first + n })),
      };
      let isKnown = true;
      await changed(table, test, (views) => {
        isKnown = id === undefined || views.some((each) => each.id === id);
        const others = views.filter((each) => each.id !== ids);
        return isKnown ? [...others, next].sort((a, b) => a.id - b.id) : views;
      });
      return isKnown ? next : undefined;
    },

    /** Deletes a view of a test. It does nothing when the view does not exist. */
    remove: (test: number, id: number): Promise<void> =>
      changed(table, test, (views) => views.filter((each) => each.id !== id)),

    removeAll: async (test: number): Promise<void> => {
      await table.write([{ delete: repositoryKey.views(test) }]);
    },
  };
}

async function ofTest(table: Table, test: number): Promise<readonly View[]> {
  const item = await table.get(repositoryKey.views(test));
  return item === undefined ? begun(table, test) : viewsOf(item);
}

/** Creates the default view, unless another request was faster. */
async function begun(table: Table, test: number): Promise<readonly View[]> {
  const id = await table.newIds('view');
  const views = [{ id, testId: test, name: defaultView, components: [] }];
  const failed = await table.write([
    { put: { ...repositoryKey.views(test), text: JSON.stringify(views) }, when: 'absent' },
  ]);
  return failed.length === 0 ? views : viewsOf(await table.get(repositoryKey.views(test)));
}

async function changed(
  table: Table,
  test: number,
  decide: (views: readonly View[]) => readonly View[],
): Promise<void> {
  await change(table, repositoryKey.views(test), (item) => ({
    item: { ...repositoryKey.views(test), text: JSON.stringify(decide(viewsOf(item))) },
  }));
}

const viewsOf = (item: Item | undefined): readonly View[] =>
  item === undefined ? [] : JSON.parse(String(item.text));
