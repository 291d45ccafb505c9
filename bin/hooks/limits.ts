/** Commands before and after a run, on the machine of the command line. */
export const hooking = {
  /** Longest time of one command. Downpour ends a command that takes longer. */
  hookMsMax: 600_000,
  /** Bytes of the output of one command that are shown. */
  hookOutputBytesMax: 65_536,
} as const;
