import { pauseUntilShown } from './pause-until-shown.ts';
import { pauseMs, type Visibility } from './pauses.ts';

/**
 * Polling for live screens. The next request is sent some time after the last answer, so there is never more
 * than one. A hidden page polls rarely, and stops after a while. After an error it waits longer each time.
 */

/**
 * Calls `ask` repeatedly until it returns undefined, throws a final error, or `signal` aborts.
 * @param ask sends a request and returns the pause that the server requested, in milliseconds.
 * @param failed receives each error, and returns false when a further request makes no sense.
 */
export async function poll(
  ask: (signal: AbortSignal) => Promise<number | undefined>,
  failed: (error: unknown, againInMs: number) => boolean,
  signal: AbortSignal,
): Promise<void> {
  let errors = 0;
  let hiddenSince = document.hidden ? Date.now() : undefined;
  const note = (): void => {
    hiddenSince = document.hidden ? (hiddenSince ?? Date.now()) : undefined;
  };
  document.addEventListener('visibilitychange', note, { signal });
  while (!signal.aborted) {
    let nextMs: number | undefined;
    try {
      nextMs = await ask(signal);
      errors = 0;
      if (nextMs === undefined) return;
    } catch (error) {
      if (signal.aborted) return;
      errors += 1;
      if (!failed(error, pauseMs(undefined, errors, shown) ?? 0)) return;
    }
    const visibility = {
      isHidden: hiddenSince !== undefined,
      hiddenMs: hiddenSince === undefined ? 0 : Date.now() - hiddenSince,
    };
    await pauseUntilShown(pauseMs(nextMs, errors, visibility), signal);
  }
}

const shown: Visibility = { isHidden: false, hiddenMs: 0 };
