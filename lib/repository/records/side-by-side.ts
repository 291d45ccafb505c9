/**
 * Does the same for each, so many at a time, and stops to begin others when one fails.
 * @throws what the first failed with, when those that were under way are over.
 */
export async function sideBySide<T>(
  all: Iterable<T>,
  atOnce: number,
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...all].reverse();
  const next = async (): Promise<void> => {
    try {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await act(one);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, waiting.length) }, next));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
