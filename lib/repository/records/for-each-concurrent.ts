/**
 * Performs an action for each value, with limited concurrency. After a failure it starts no further actions.
 * @throws the earliest error, after all running actions have ended.
 */
export async function forEachConcurrent<T>(
  all: Iterable<T>,
  atOnce: number,
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...all].reverse();
  const errors: unknown[] = [];
  const next = async (): Promise<void> => {
    try {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await act(one);
    } catch (error) {
      waiting.length = 0;
      errors.push(error);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, next));
  if (errors.length > 0) throw errors[0];
}
