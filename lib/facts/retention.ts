/** Days after which the objects and records of a burst are deleted. Its run stays. */
export const burstDays = 30;

/** Days after which objects expire, by the beginning of their keys. */
export const objectExpiry = [
  { prefix: 'bursts/', days: burstDays },
  { prefix: 'answers/', days: 1 },
  /**
   * A burst lasts a day at most, and deletes its files when it ends. This rule deletes uploads that no burst
   * used.
   */
  { prefix: 'files/', days: 2 },
] as const;

/** Days after which the parts of an upload are deleted that no client completed. */
export const uploadDays = 1;

/** Days, or up to twice as many, after which an uploaded document is deleted that did not become a run. */
export const documentDays = 2;
