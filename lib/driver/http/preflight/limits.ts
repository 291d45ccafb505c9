/** Proofs that people of a target want its load. */
export const proving = {
  /** Until the file of a target, and then until its record is there. */
  answerMsMax: 5_000,
  /** How much of the file is read. */
  bytesMax: 64 * 1024,
  /** A proof that was seen is not asked for again for this long. */
  freshMs: 600_000,
} as const;
