import { repositoryKey } from '../../../names/repository-keys.ts';
import { type Condition, recordAt, recordsIn, type Table, type Write } from '../../ports/table.ts';
import type { EventKind } from '../alerting/events.ts';
import { definitionsChange } from '../tests/tests.ts';

/** A subscription to an event: a URL that receives it. */
export type Action = {
  readonly id: number;
  readonly event: EventKind;
  readonly url: string;
  /** The key that signs the requests of the action: `whsec_` and the key in base64. */
  readonly secret: string;
  /** The test whose events the action receives. Absent: events of all tests. */
  readonly testId?: number;
  readonly active: boolean;
  /** True: the action also receives events of tests whose notifications are disabled. */
  readonly runAlways: boolean;
};

/** A prefix of the URLs that may receive events. */
export type AllowedSite = { readonly id: number; readonly prefix: string };

export type Actions = ReturnType<typeof openActions>;

export function openActions(table: Table) {
  const list = () => recordsIn<Action>(table, repositoryKey.action(0).pk);
  const ofTest = async (test: number): Promise<readonly Action[]> =>
    (await list()).filter(({ testId }) => testId === test);
  let known: { readonly version: number; readonly actions: readonly Action[] } | undefined;
  return {
    /** All actions, in the order of their ids. */
    list,

    /** The actions of one test in the order of their ids, without the actions for all tests. */
    ofTest,

    /**
     * Returns all actions from a cache, which is read again when the version of the definitions has changed.
     * The actions may be newer than the version, but not older.
     */
    async at(version: number): Promise<readonly Action[]> {
      if (known?.version !== version) known = { version, actions: await list() };
      return known.actions;
    },

    find: (id: number) => recordAt<Action>(table, repositoryKey.action(id)),

    newIds: (count = 1): Promise<number> => table.newIds('action', count),

    /** Writes an action. False when the condition `when` does not hold. */
    put: async (action: Action, when?: Condition): Promise<boolean> =>
      (await table.write([{ ...actionWrite(action), ...(when && { when }) }, definitionsChange])).length ===
      0,

    /** Deletes an action. False when the action does not exist. */
    remove: async (id: number): Promise<boolean> =>
      (await table.write([{ delete: repositoryKey.action(id), when: 'present' }, definitionsChange]))
        .length === 0,

    /** Disables an action whose URL responded that it no longer exists. */
    async switchOff(id: number): Promise<void> {
      const off: Write = { update: repositoryKey.action(id), set: { active: false }, when: 'present' };
      await table.write([off, definitionsChange]);
    },

    sites: () => recordsIn<AllowedSite>(table, repositoryKey.allowedSite(0).pk),

    async addSite(prefix: string): Promise<AllowedSite> {
      const site = { id: await table.newIds('allowed-site'), prefix };
      await table.write([{ put: { ...repositoryKey.allowedSite(site.id), ...site } }]);
      return site;
    },

    /** Deletes an allowed prefix. False when the prefix does not exist. */
    removeSite: async (id: number): Promise<boolean> =>
      (await table.write([{ delete: repositoryKey.allowedSite(id), when: 'present' }])).length === 0,
  };
}

/**
 * The write of an action. The caller writes `definitionsChange` with it, so that caches of actions are read
 * again.
 */
export const actionWrite = (action: Action) => ({
  put: { ...repositoryKey.action(action.id), ...action },
});

/**
 * Whether a URL is below an allowed URL: the same scheme, host and port, and a path that continues the
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

/** The message for a URL that is below no allowed prefix. */
export const notAllowed = (url: string): string =>
  `the URL '${url}' is not below an allowed site; GET /api/action/allowedSites lists the sites, and an administrator can allow more`;

/** Parses an HTTP URL without credentials. Undefined for any other text. */
export function plainUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  return isPlain ? url : undefined;
}
