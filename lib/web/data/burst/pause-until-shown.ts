/** Waits for a time, or until a person looks at the page again. Undefined: waits only for the person. */
export async function pauseUntilShown(ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const wasHidden = document.hidden;
  const look = (): void => {
    if (wasHidden && !document.hidden) resolve();
  };
  const stop = (): void => resolve();
  const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
  document.addEventListener('visibilitychange', look);
  signal.addEventListener('abort', stop);
  await promise;
  clearTimeout(timer);
  document.removeEventListener('visibilitychange', look);
  signal.removeEventListener('abort', stop);
}
