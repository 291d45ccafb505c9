/**
 * Of an invocation that a thread has not begun, because it still does something else, the host can think
 * better: it gives it to another thread. Both could be the first, so they agree in memory that they share.
 */
const [open, begun, withdrawn] = [0, 1, 2];

export const newClaim = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** For the environment: whether it may begin. */
export const begin = (claim: Int32Array): boolean => Atomics.compareExchange(claim, 0, open, begun) === open;

/** For the host: whether it was not begun, and now never will be. */
export const withdraw = (claim: Int32Array): boolean =>
  Atomics.compareExchange(claim, 0, open, withdrawn) === open;
