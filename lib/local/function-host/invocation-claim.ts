/**
 * The states of the claim on an invocation. A thread may be too busy to begin an invocation, and then the
 * host gives it to another thread. Shared memory decides whether the thread begins first or the host
 * withdraws first.
 */
const [open, begun, withdrawn] = [0, 1, 2];

export const newClaim = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** An environment calls this function before an invocation. True when the invocation may begin. */
export const begin = (claim: Int32Array): boolean => Atomics.compareExchange(claim, 0, open, begun) === open;

/**
 * Withdraws an invocation for the host. True when the environment has not begun the invocation, and never
 * will.
 */
export const withdraw = (claim: Int32Array): boolean =>
  Atomics.compareExchange(claim, 0, open, withdrawn) === open;
