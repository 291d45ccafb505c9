import { repositoryKey } from '../../../names/repository.ts';
import { all, type Item, itemsOf, type Table, type Write } from '../../ports/table.ts';
import type { EventKind } from '../alerting/events.ts';
import { definitionsChange } from '../tests/tests.ts';

/** A subscription to an event: a URL that receives it. */
export type Action = {
  readonly id: number;
  readonly event: EventKind;
  readonly url: string;
  /** `whsec_` and the base64 of the key that signs requests. */
  readonly secret: string;
  /** Absent: events of all tests. */
  readonly testId?: number;
  readonly active: boolean;
  /** The action receives events of tests whose notifications are disabled too. */
  readonly runAlways: boolean;
};

/** A prefix of the URLs that may receive events. */
export type AllowedSite = { readonly id: number; readonly prefix: string };

export type Actions = ReturnType<typeof openActions>;

export function openActions(table: Table) {
  const sites = async (): Promise<readonly AllowedSite[]> =>
    (await all(itemsOf(table, repositoryKey.allowedSite(0).pk))).map(recordOf<AllowedSite>);
  const list = async (): Promise<readonly Action[]> =>
    (await all(itemsOf(table, repositoryKey.action(0).pk))).map(recordOf<Action>);
  const ofTest = async (test: number): Promise<readonly Action[]> =>
    (await list()).filter(({ testId }) => testId === test);
  let known: { readonly version: number; readonly actions: readonly Action[] } | undefined;
  return {
    /** In the order of their ids. */
    list,

    /** In the order of their ids, without the actions for all tests. */
    ofTest,

    /**
     * All actions, at a version of the definitions or a later one. They are read when the version has
     * changed.
     */
    async at(version: number): Promise<readonly Action[]> {
      if (known?.version !== version) known = { version, actions: await list() };
      return known.actions;
    },

    async find(id: number): Promise<Action | undefined> {
      const item = await table.get(repositoryKey.action(id));
      return item && recordOf<Action>(item);
    },

    newIds: (count = 1): Promise<number> => table.newIds('action', count),

    async put(action: Action): Promise<void> {
      await table.write([actionWrite(action), definitionsChange]);
    },

    /** False when it is deleted already. */
    remove: async (id: number): Promise<boolean> =>
      (await table.write([{ delete: repositoryKey.action(id), when: 'present' }, definitionsChange]))
        .length === 0,

    /** Disables an action whose URL does not exist any more. */
    async switchOff(id: number): Promise<void> {
      const off: Write = { update: repositoryKey.action(id), set: { active: false }, when: 'present' };
      await table.write([off, definitionsChange]);
    },

    sites,

    async addSite(prefix: string): Promise<AllowedSite> {
      const site = { id: await table.newIds('allowed-site'), prefix };
      await table.write([{ put: { ...repositoryKey.allowedSite(site.id), ...site } }]);
      return site;
    },

    /** False when it is deleted already. */
    removeSite: async (id: number): Promise<boolean> =>
      (await table.write([{ delete: repositoryKey.allowedSite(id), when: 'present' }])).length === 0,
  };
}

/** Writes an action, and invalidates caches of actions. */
export const actionWrite = (action: Action): Write => ({
  put: { ...repositoryKey.action(action.id), ...action },
});

/**
 * Whether a URL is below an allowed one: the same scheme, host and port, and a path that continues the
 * allowed path at a slash. A comparison of texts would let `https://example.com` allow
 * `https://example.com.evil.org`.
 */
export function isAllowed(url: string, sites: readonly AllowedSite[]): boolean {
  const requested = plainUrl(url);
  return sites.some(({ prefix }) => {
    const site = plainUrl(prefix);
    if (requested === undefined || site === undefined || requested.origin !== site.origin) return false;
    const path = site.pathname.replace(/\/$/, '');
    return requested.pathname === path || requested.pathname.startsWith(`${path}/`);
  });
}

/** An HTTP URL without credentials. */
export function plainUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  return isPlain ? url : undefined;
}

/** An item without its keys. */
function recordOf<T>({ pk: _, sk: __, ...record }: Item): T {
  return record as unknown as T;
}
