/** Limits for commands that run before and after a run, on the machine of the command line. */
export const hooking = {
  /** The longest time of one command in milliseconds. Downpour ends a command that takes longer. */
  hookMsMax: 600_000,
  /** The bytes of the output of one command that are shown. */
  hookOutputBytesMax: 65_536,
} as const;
