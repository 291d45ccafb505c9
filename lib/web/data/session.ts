import { computed, signal } from '@preact/signals';

/**
 * The API key of this browser. It is in memory and in the store of the tab; a new tab asks the open ones, so
 * a key does not outlive the last tab. It never is in an address, a log or a message.
 */
const key = signal<string | undefined>(undefined);

export const isSignedIn = computed(() => key.value !== undefined);

/** The API rejected the key. The screen stays, and a bar offers to sign in. */
export const isExpired = signal(false);

const storeName = 'downpour.key';
const channelName = 'downpour.session';

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'out' };

let channel: BroadcastChannel | undefined;

export const keyInUse = (): string | undefined => key.peek();

/** Uses a key that the API has accepted. */
export function signIn(accepted: string): void {
  take(accepted);
  channel?.postMessage({ kind: 'key', key: accepted } satisfies Message);
}

/** Forgets the key in every tab. */
export function signOut(): void {
  drop();
  channel?.postMessage({ kind: 'out' } satisfies Message);
}

function take(accepted: string): void {
  key.value = accepted;
  isExpired.value = false;
  store()?.setItem(storeName, accepted);
}

function drop(): void {
  key.value = undefined;
  isExpired.value = false;
  store()?.removeItem(storeName);
}

/**
 * Takes the key of the tab, or asks the other tabs for theirs. Ends when there is one, or no tab answers.
 *
 * @param waitMs how long other tabs have to answer.
 */
export async function startSession(waitMs = 120): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask' && key.value !== undefined)
      channel?.postMessage({ kind: 'key', key: key.value } satisfies Message);
    if (data.kind === 'key' && (key.value === undefined || isExpired.value)) take(data.key);
    if (data.kind === 'out') drop();
    resolve();
  };
  const kept = store()?.getItem(storeName) ?? undefined;
  if (kept !== undefined) {
    key.value = kept;
    return;
  }
  channel.postMessage({ kind: 'ask' } satisfies Message);
  setTimeout(resolve, waitMs);
  await promise;
}

/** Undefined: the browser refuses its stores to the page, and the key is in memory only. */
function store(): Storage | undefined {
  try {
    return sessionStorage;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
