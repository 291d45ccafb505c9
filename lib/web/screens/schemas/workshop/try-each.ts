/** The most requests at the same time. */
const atOnce = 6;

/**
 * Sends one request for each dataset, so that the API tries the definition on it. The first request is sent
 * alone, because the API refuses a wrong definition for every dataset.
 * @param found receives each answer, but none after `signal` has aborted.
 * @throws the error of the first request that fails.
 */
export async function tryEach<T>(
  ids: readonly number[],
  ask: (id: number) => Promise<T>,
  found: (id: number, answer: T) => void,
  signal: AbortSignal,
): Promise<void> {
  const tryOne = async (id: number): Promise<void> => {
    const answer = await ask(id);
    if (!signal.aborted) found(id, answer);
  };
  const [first, ...left] = ids;
  if (first === undefined) return;
  await tryOne(first);
  const next = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await tryOne(id);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
