/**
 * V8's memory reducer shrinks the heap of idle processes. Its first collection runs when a process is at
 * least eight seconds old.
 */
export const memoryReducer = {
  /** The age of a process in seconds up to which its reducer can be stopped. */
  stopsWithinS: 5,
} as const;
