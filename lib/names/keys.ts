/** Both tables have a text partition key and a text sort key of these names. */
export const tableKey = { partition: 'pk', sort: 'sk', expiresAt: 'expiresAt' } as const;

/** Numbers inside keys are padded so that the order of the text is the order of the numbers; ids are 32-bit. */
export const ordered = (id: number): string => String(id).padStart(10, '0');

/** Instants of a Date are up to 8.64e15 ms from 1970 on both sides; as texts they keep their order. */
export const instant = (ms: number): string => String(ms + 8.64e15).padStart(17, '0');

/** Of lists that are shown by their start: among equal ones the larger id is the later. */
export const byStart = (start: number, id: number): string => `${instant(start)}#${ordered(id)}`;
