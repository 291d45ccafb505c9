/** V8's memory reducer makes its first collection when a process is at least eight seconds old. */
export const memoryReducer = {
  /** The age of a process in seconds up to which its reducer can be stopped. */
  stopsWithinS: 5,
} as const;
