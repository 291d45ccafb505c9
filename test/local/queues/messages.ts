import type { Sent } from '../../../lib/store/queue/client.ts';

/** Messages without a group. */
export const messages = (...bodies: readonly string[]): readonly Sent[] => bodies.map((body) => ({ body }));
