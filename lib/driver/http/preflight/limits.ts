/** Proofs that the owners of a target accept its load. */
export const proving = {
  /** Longest wait for the file of a target, and then for its DNS record. */
  answerMsMax: 5_000,
  /** Bytes of the file that are read. */
  bytesMax: 64 * 1024,
  /** A proof is not checked again for this long. */
  freshMs: 600_000,
} as const;
