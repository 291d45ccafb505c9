/** Days after which the objects and records of a burst are deleted. Its run remains. */
export const burstDays = 30;

/** Days after which objects expire, by the prefix of their keys. */
export const objectExpiry = [
  { prefix: 'bursts/', days: burstDays },
  { prefix: 'answers/', days: 1 },
  /**
   * A burst lasts at most a day, and deletes its files when it ends. This rule deletes uploads that no burst
   * used.
   */
  { prefix: 'files/', days: 2 },
] as const;

/** Days after which the parts of an unfinished upload are deleted. */
export const uploadDays = 1;

/** Days until an uploaded document without a run is deleted. It may take up to twice as long. */
export const documentDays = 2;
