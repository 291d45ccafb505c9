const lastCalls = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs calls with the same name one after the other. Concurrent changes of the same records would only
 * conflict and be repeated.
 */
export async function withKeyedMutex<T>(of: object, name: string, call: () => Promise<T>): Promise<T> {
  const last = lastCalls.get(of) ?? new Map<string, Promise<unknown>>();
  lastCalls.set(of, last);
  const mine = Promise.allSettled([last.get(name)]).then(call);
  last.set(name, mine);
  try {
    return await mine;
  } finally {
    if (last.get(name) === mine) last.delete(name);
  }
}
