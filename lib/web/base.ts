import { setBase } from './addresses/table.ts';

/**
 * The prefix of all paths of Downpour at this origin, such as `/downpour` for a private API without a domain.
 * The server writes it into the page. It is empty for all other deployments.
 */
export const base =
  globalThis.document?.querySelector('meta[name="downpour-base"]')?.getAttribute('content') ?? '';

setBase(base);
