import type { Reply } from '../../../lib/client/index.ts';

/** A check that an answer comes from the API. It returns false when another program has answered. */
type Check = { readonly isOurs: (value: unknown) => boolean };

/** The check that an answer is an object with these members. */
export const has = (...names: readonly string[]): Check => ({
  isOurs: (value) =>
    typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name)),
});

export const list: Check = { isOurs: Array.isArray };

export const nothing: Check = { isOurs: (value) => value === undefined || value === '' };

/** Checks that an answer is a text of this form. */
export const like = (form: RegExp): Check => ({
  isOurs: (value) => typeof value === 'string' && form.test(value),
});

/** Checks that an answer has this content type. The answer is returned unchanged. */
export const reply = (type: string) => ({
  as: 'reply' as const,
  isOurs: (value: unknown) => (value as Reply).headers.get('content-type') === type,
});
