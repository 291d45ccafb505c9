import { setBase } from './addresses/table.ts';

/**
 * The part of all paths of this origin before those of Downpour, such as `/downpour` for a private API
 * without a domain. The shell has it. It is empty for all other deployments.
 */
export const base =
  globalThis.document?.querySelector('meta[name="downpour-base"]')?.getAttribute('content') ?? '';

setBase(base);
