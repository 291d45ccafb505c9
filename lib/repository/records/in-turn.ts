const lanes = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Calls of one name one after the other: whoever would change the same records side by side would only repeat itself. */
export async function inTurn<T>(of: object, name: string, call: () => Promise<T>): Promise<T> {
  const last = lanes.get(of) ?? new Map<string, Promise<unknown>>();
  lanes.set(of, last);
  const mine = Promise.allSettled([last.get(name)]).then(call);
  last.set(name, mine);
  try {
    return await mine;
  } finally {
    if (last.get(name) === mine) last.delete(name);
  }
}
