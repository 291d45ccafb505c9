import { computed, signal } from '@preact/signals';
import { browserStorage } from './browser-storage.ts';

/**
 * The API key of this browser. It is in memory and in the storage of the tab. A new tab asks the open tabs
 * for it. The key is lost with the last tab, unless the person wants to stay signed in. The key is never in
 * an address, a log or a message.
 */
const held = signal<Held | undefined>(undefined);

type Held = {
  readonly key: string;
  /** True when the key was made for this browser. *Sign out* then revokes it. */
  readonly isOwn: boolean;
};

/** The key in use. It changes when another person signs in. */
export const heldKey = computed(() => held.value?.key);
export const isSignedIn = computed(() => held.value !== undefined);

/** True when the API has rejected the key. The screen remains visible, and a bar offers to sign in. */
export const isExpired = signal(false);

const storeName = 'downpour.key';
const ownName = 'downpour.key.own';
const keptName = 'downpour.kept';
/** The prefix of the names under which the tab stores texts that a person has typed. */
const textName = 'downpour.text.';
const channelName = 'downpour.session';
/**
 * The name of a lock (Web Locks API) that each tab with a key holds. A new tab sees the lock, and knows that
 * another tab can send it the key.
 */
const lockName = 'downpour.session';
/** The milliseconds that another tab with a key has to send it. The browser may be busy. */
const answerMs = 5000;
/**
 * The milliseconds for which a person stays signed in after the last tab is closed: the lifetime of a browser
 * key.
 */
const keptMs = 12 * 3_600_000;

type Message = { readonly kind: 'ask' } | ({ readonly kind: 'key' } & Held) | { readonly kind: 'out' };

let channel: BroadcastChannel | undefined;

/** The id of the key that was made for this browser. Undefined for a key that the person entered. */
export function ownKeyId(): number | undefined {
  const { key = '', isOwn = false } = held.peek() ?? {};
  const id = /^dpr_(\d+)_/.exec(key)?.[1];
  return isOwn && id !== undefined ? Number(id) : undefined;
}

/**
 * Uses a key that the API has accepted.
 * @param keep the key remains in this browser for twelve hours, even when the last tab is closed.
 */
export function signIn(key: string, { isOwn = false, keep = false } = {}): void {
  take({ key, isOwn });
  if (keep) {
    const until = Date.now() + keptMs;
    browserStorage('localStorage')?.setItem(keptName, JSON.stringify({ key, isOwn, until } satisfies Kept));
  }
  channel?.postMessage({ kind: 'key', key, isOwn } satisfies Message);
}

/** Removes the key in every tab. */
export function signOut(): void {
  drop();
  channel?.postMessage({ kind: 'out' } satisfies Message);
}

function take({ key, isOwn }: Held): void {
  held.value = { key, isOwn };
  isExpired.value = false;
  const own = browserStorage('sessionStorage');
  own?.setItem(storeName, key);
  if (isOwn) own?.setItem(ownName, 'true');
  else own?.removeItem(ownName);
}

function drop(): void {
  held.value = undefined;
  isExpired.value = false;
  const own = browserStorage('sessionStorage');
  for (const name of Object.keys(own ?? {}))
    if (name === storeName || name === ownName || name.startsWith(textName)) own?.removeItem(name);
  browserStorage('localStorage')?.removeItem(keptName);
}

/**
 * Finds the API key: in the tab, in the browser, or in another tab. Resolves when a key is found, or when no
 * other tab answers.
 * @param waitMs the milliseconds that other tabs have to answer when none of them is known to have a key.
 */
export async function startSession(waitMs = 120): Promise<void> {
  const { promise: answered, resolve: endWait } = Promise.withResolvers<void>();
  channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const own = held.peek();
    if (data.kind === 'ask') {
      if (own !== undefined) channel?.postMessage({ kind: 'key', ...own } satisfies Message);
      return;
    }
    if (data.kind === 'out') drop();
    else if (own === undefined || isExpired.value) take(data);
    endWait();
  };
  held.subscribe((own) => (own === undefined ? releaseLock() : holdLock()));
  const tab = browserStorage('sessionStorage');
  const key = tab?.getItem(storeName) ?? undefined;
  if (key !== undefined) {
    held.value = { key, isOwn: tab?.getItem(ownName) === 'true' };
    return;
  }
  const kept = keptKey();
  if (kept !== undefined) {
    take(kept);
    return;
  }
  channel.postMessage({ kind: 'ask' } satisfies Message);
  setTimeout(endWait, (await isLockHeld()) ? answerMs : waitMs);
  await answered;
}

let endLock: (() => void) | undefined;

function holdLock(): void {
  if (endLock !== undefined) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  endLock = resolve;
  locks()
    ?.request(lockName, { mode: 'shared' }, () => promise)
    .catch(passDenial);
}

function releaseLock(): void {
  endLock?.();
  endLock = undefined;
}

async function isLockHeld(): Promise<boolean> {
  const { held: all = [] } = (await locks()?.query().catch(passDenial)) ?? {};
  return all.some(({ name }) => name === lockName);
}

/** The locks of the browser. Undefined without HTTPS, where the browser has none. */
function locks(): LockManager | undefined {
  return globalThis.isSecureContext ? navigator.locks : undefined;
}

/** Some browsers deny locks to a page with an error. The page then works without locks. */
function passDenial(error: unknown): undefined {
  if (!(error instanceof DOMException)) throw error;
  return undefined;
}

type Kept = Held & { readonly until: number };

/**
 * The key that the browser keeps for a person who wants to stay signed in. Undefined without such a
 * key, or when its time has ended.
 */
function keptKey(): Held | undefined {
  const text = browserStorage('localStorage')?.getItem(keptName);
  if (text === null || text === undefined) return undefined;
  const kept = keptIn(text);
  if (kept !== undefined && kept.until > Date.now()) return { key: kept.key, isOwn: kept.isOwn };
  browserStorage('localStorage')?.removeItem(keptName);
  return undefined;
}

/** Parses the stored key. Undefined for a damaged text, which must not prevent the start of the page. */
function keptIn(text: string): Kept | undefined {
  try {
    const { key, isOwn, until } = JSON.parse(text) as Kept;
    return typeof key === 'string' ? { key, isOwn, until } : undefined;
  } catch {
    return undefined;
  }
}

/** The text that a person has typed in this tab under a name, before the page was loaded again. */
export const keptText = (name: string): string | undefined =>
  browserStorage('sessionStorage')?.getItem(textName + name) ?? undefined;

/**
 * Keeps a text until the person signs out or closes the tab. A text that is too long for the storage is not
 * kept. Undefined removes the text.
 */
export function keepText(name: string, text: string | undefined): void {
  const own = browserStorage('sessionStorage');
  try {
    if (text === undefined) own?.removeItem(textName + name);
    else own?.setItem(textName + name, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    own?.removeItem(textName + name);
  }
}
