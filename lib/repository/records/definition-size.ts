import { DownpourError } from '../../errors.ts';
import { grouped } from '../../words.ts';
import { recordLimits } from './limits.ts';

/**
 * Rejects a schema, label or transformer that the table cannot store.
 * @throws DownpourError DEFINITION_TOO_LARGE (413).
 */
export function refuseTooLarge(what: string, record: object): void {
  if (Buffer.byteLength(JSON.stringify(record)) <= recordLimits.definitionBytesMax) return;
  const message = `the ${what} has more than ${grouped(recordLimits.definitionBytesMax)} bytes as JSON; shorten its longest texts`;
  throw new DownpourError('DEFINITION_TOO_LARGE', 413, message);
}
