/**
 * The screens of the pages and their addresses. `{id}` is one segment. The router, links, tests and the
 * function that serves the pages read this table.
 */
export const screens = {
  now: '/',
  runs: '/runs',
  run: '/run/{id}',
  ask: '/run/{id}/ask',
  tree: '/run/{id}/data',
  compare: '/compare',
  tests: '/tests',
  test: '/test/{id}',
  testPart: '/test/{id}/{part}',
  bursts: '/bursts',
  burst: '/burst/{id}',
  start: '/start',
  schedules: '/schedules',
  changes: '/changes',
  schemas: '/schemas',
  schema: '/schema/{id}',
  label: '/schema/{id}/label/{label}',
  me: '/me',
  login: '/login',
} as const;

/**
 * The most characters of an address. Programs that pass on addresses may cut a longer one, so the pages do
 * not offer it as a link.
 */
export const addressMax = 2_000;

export type ScreenName = keyof typeof screens;

let base = '';

/**
 * Sets the prefix of all paths of Downpour at this origin, such as the stage of a private API. Usually it is
 * empty.
 */
export function setBase(path: string): void {
  base = path;
}

/** Adds the prefix of this origin to a path, unless the path has it already. */
export const within = (path: string): string => (path.startsWith(`${base}/`) ? path : base + path);

/** Removes the prefix of this origin from a path. */
const without = (path: string): string =>
  path === base ? '/' : path.startsWith(`${base}/`) ? path.slice(base.length) : path;

/** The screen that has a path, with the values of the path's variables. */
export type Found = { readonly screen: ScreenName; readonly parameters: Readonly<Record<string, string>> };

const patterns = Object.entries(screens).map(([screen, path]) => ({
  screen: screen as ScreenName,
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`),
}));

/** Finds the screen of a path. Undefined: no screen has this address. */
export function screenAt(path: string): Found | undefined {
  for (const { screen, pattern } of patterns) {
    const found = pattern.exec(without(path));
    if (found === null) continue;
    const parameters = decoded(found.groups ?? {});
    return parameters && { screen, parameters };
  }
  return undefined;
}

/** Decodes the variables of a path. Undefined when a percent escape is broken. */
function decoded(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * The address of a screen: `addressOf('run', { id: 12 })` is `/run/12`. Absent and empty values of the query
 * are left out.
 */
export function addressOf(
  screen: ScreenName,
  parameters: Readonly<Record<string, string | number>> = {},
  query: Query = {},
): string {
  const path = screens[screen].replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name] ?? '').toWellFormed()),
  );
  return base + path + queryText(query);
}

/**
 * The address of the sign-in, which returns to `next`, a path of this page with its query. Without a path it
 * returns to the first screen. It never returns to itself.
 */
export function loginAddress(next: string): string {
  const own = addressOf('login');
  const isLeft = next === addressOf('now') || next.split('?', 1)[0] === own;
  return isLeft ? own : addressOf('login', {}, { next });
}

/**
 * The text of a query, such as `?a=1&b=2`, or nothing. Characters that an address may contain remain
 * readable.
 */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []]
      .flat()
      .filter((each) => each !== '')
      .map((each) => `${encodeURIComponent(name)}=${readable(String(each))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/**
 * Replaces half surrogate pairs (incomplete UTF-16 characters). Names and texts of uploads may have them, but
 * no address can.
 */
const readable = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(/%(?:24|2C|2F|3A|40|5B|5D)/g, (code) =>
    decodeURIComponent(code),
  );

/**
 * The new address for an address of the original server, so that old links work. Undefined: the address is
 * not one of the original server.
 */
export function movedTo(url: URL): string | undefined {
  const path = without(url.pathname).replace(/\/$/, '');
  const run = /^\/run\/([^/]+)$/.exec(path)?.[1];
  const query = url.searchParams.get('query');
  if (run !== undefined && query !== null) return `${base}${path}/ask${queryText({ q: query })}`;
  if (run !== undefined && /^#(?:run|data)$/.test(url.hash)) return `${base}${path}/data`;
  const test = /^\/test\/([^/]+)$/.exec(path)?.[1];
  const part = { '#run': 'runs', '#data': 'labels', '#changes': 'changes', '#settings': 'settings' }[
    url.hash
  ];
  if (test !== undefined && part !== undefined) return `${base}${path}/${part}`;
  const screen = {
    '/test': screens.tests,
    '/dataset/comparison': screens.compare,
    '/run/list': screens.runs,
    '/schema': screens.schemas,
    '/usersettings': screens.me,
  }[path];
  return screen && base + screen;
}
