import { numbered } from '../../words.ts';
import { sending } from './limits.ts';
import { RequestRefused } from './transport.ts';

/**
 * Checks the length of a request's head, or of a part of it, before the text is copied.
 * @throws RequestRefused for a head that is too long.
 */
export function checkHeadLength(bytes: number): void {
  if (bytes > sending.headBytesMax)
    throw new RequestRefused(
      `the path and the headers of the request have ${numbered(bytes, 'byte')}, more than the limit of ${sending.headBytesMax}`,
    );
}
