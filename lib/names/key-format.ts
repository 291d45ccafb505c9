/** The attribute names of the partition key and the sort key, which are texts, and of the expiry. */
export const tableKey = { partition: 'pk', sort: 'sk', expiresAt: 'expiresAt' } as const;

/**
 * Pads a number inside a key, so that the order of the texts is the order of the numbers. Ids have at most 32
 * bits.
 */
export const ordered = (id: number): string => String(id).padStart(10, '0');

/**
 * Formats an instant, so that the order of the texts is the order of the times. The offset makes all times of
 * a JavaScript Date positive, which go back to -8.64e15 ms.
 */
export const instant = (ms: number): string => String(ms + 8.64e15).padStart(17, '0');

/** The sort key for lists that show items by their start. With equal starts, the larger id is later. */
export const byStart = (start: number, id: number): string => `${instant(start)}#${ordered(id)}`;
