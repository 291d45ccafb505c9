import { signal } from '@preact/signals';
import { type Found, movedTo, type Query, queryText, screenAt } from './table.ts';

/** The content of the address bar. `found` is undefined when the address has no screen. */
export type Address = {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The part of the address from `#` on. */
  readonly hash: string;
  readonly found: Found | undefined;
  /** True: a person went back or forward, and the browser restores the scroll position. */
  readonly isReturn: boolean;
};

/** The present address of the pages. The screen that belongs to it is shown. */
export const address = signal<Address>(here(false));

function here(isReturn: boolean): Address {
  const { pathname, search, hash } = location;
  return { path: pathname, query: new URLSearchParams(search), hash, found: screenAt(pathname), isReturn };
}

/**
 * The question whether the page may leave the present screen, which a screen with unsaved work has set.
 * Undefined: the page may leave without a question.
 */
let leaving: { readonly path: string; readonly href: string; readonly ask: () => boolean } | undefined;

/**
 * Makes the page ask a question before it leaves the present screen, until the returned function is called.
 * The browser asks by itself before it closes the page or loads it again.
 */
export function askBeforeLeaving(ask: () => boolean): () => void {
  const present = { path: location.pathname, href: location.href, ask };
  const unload = (event: Event): void => event.preventDefault();
  leaving = present;
  addEventListener('beforeunload', unload);
  return () => {
    if (leaving === present) leaving = undefined;
    removeEventListener('beforeunload', unload);
  };
}

/**
 * Whether the page may leave the present screen. A screen with unsent work asks the person first. After a no,
 * the screen asks again at the next attempt; after a yes, it is left.
 */
export function mayLeave(): boolean {
  if (leaving !== undefined && !leaving.ask()) return false;
  leaving = undefined;
  return true;
}

/**
 * Shows another address. The time zone of the present address remains.
 * @param replace Back does not return to the present address.
 */
export function go(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const to = new URL(href, location.href);
  if (to.origin !== location.origin) {
    location.assign(to);
    return;
  }
  const zone = address.value.query.get('tz');
  if (zone !== null && !to.searchParams.has('tz'))
    to.search += `${to.search === '' ? '?' : '&'}tz=${encodeURIComponent(zone)}`;
  show(to, replace);
}

/** Shows an address. As in a browser, the address that is shown already adds no entry to the history. */
function show(to: URL, replace: boolean): void {
  if (leaving !== undefined && to.pathname !== leaving.path && !mayLeave()) return;
  history[replace || to.href === location.href ? 'replaceState' : 'pushState'](null, '', to);
  arrive(false);
}

/**
 * Changes some parameters of the query and keeps the others. undefined and '' remove a parameter. The address
 * changes without an entry in the browser's history, for example while a person types. `push` adds an entry.
 */
export function amend(changes: Query, { push = false }: { readonly push?: boolean } = {}): void {
  const kept: Record<string, readonly string[]> = {};
  for (const name of new Set(address.value.query.keys())) kept[name] = address.value.query.getAll(name);
  const to = `${location.pathname}${queryText({ ...kept, ...changes })}${location.hash}`;
  show(new URL(to, location.href), !push);
}

/** Handles the Back and Forward buttons of the browser, and every link of the pages. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    const present = leaving;
    // After Back or Forward the address has changed already. If the person wants to stay, it is changed back.
    if (present !== undefined && location.pathname !== present.path && !mayLeave())
      history.pushState(null, '', present.href);
    else arrive(true);
  });
  document.addEventListener('click', (event) => {
    const href = linkOf(event);
    if (href === undefined) return;
    event.preventDefault();
    go(href);
  });
  arrive(false);
}

function arrive(isReturn: boolean): void {
  const moved = movedTo(new URL(location.href));
  if (moved !== undefined) history.replaceState(null, '', moved);
  address.value = here(isReturn);
}

/**
 * The address of a clicked link that leads to a screen of these pages. Undefined for other clicks, which the
 * browser handles.
 */
function linkOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin) return undefined;
  if (hash !== '' && pathname === location.pathname && search === location.search) return undefined;
  const isScreen = screenAt(pathname) !== undefined || movedTo(new URL(link.href)) !== undefined;
  return isScreen ? link.href : undefined;
}
