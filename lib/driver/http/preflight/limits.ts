/** Proofs that the owner of a target permits the load. */
export const proving = {
  /** Time to read the file of a target, and then to query its record. */
  answerMsMax: 5_000,
  /** Bytes of the file that are read. */
  bytesMax: 64 * 1024,
  /** Time for which a proof is valid before Downpour reads it again. */
  freshMs: 600_000,
} as const;
