/** Bounds for the proofs that the owner of a target permits the load. */
export const proving = {
  /** The most time to read the proof file of a target, and then to query its DNS record. */
  answerMsMax: 5_000,
  /** The most bytes of the proof file that are read. */
  bytesMax: 64 * 1024,
  /** Time for which a proof is valid before Downpour reads it again. */
  freshMs: 600_000,
} as const;
