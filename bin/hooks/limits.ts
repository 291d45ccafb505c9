/** Commands around a run, where the command line runs. */
export const hooking = {
  /** Longest time of one command; then it is ended. */
  hookMsMax: 600_000,
  /** Bytes that are shown of what one command writes. */
  hookOutputBytesMax: 65_536,
} as const;
