/**
 * A thread may be too busy to begin an invocation. The host then withdraws the invocation and gives it to
 * another thread. Both could act at the same time, so shared memory decides which of them acts first.
 */
const [open, begun, withdrawn] = [0, 1, 2];

export const newClaim = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Called by the environment: true when it may begin. */
export const begin = (claim: Int32Array): boolean => Atomics.compareExchange(claim, 0, open, begun) === open;

/** Called by the host: true when the invocation has not begun, and never will. */
export const withdraw = (claim: Int32Array): boolean =>
  Atomics.compareExchange(claim, 0, open, withdrawn) === open;
