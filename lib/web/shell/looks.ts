/** The colours of the pages. `system`: those that the system of the person has. */
export const looks = ['system', 'dark', 'light'] as const;
export type Look = (typeof looks)[number];
