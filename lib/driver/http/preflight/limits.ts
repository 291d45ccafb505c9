/** Bounds for checking proofs that the owner of a target permits the load. */
export const proving = {
  /** The longest time to read the proof file of a target. The same limit then holds for its DNS record. */
  answerMsMax: 5_000,
  /** The most bytes of a proof file that Downpour reads. */
  bytesMax: 64 * 1024,
  /** A proof counts for this time, in milliseconds. Then Downpour reads it again. */
  freshMs: 600_000,
} as const;
