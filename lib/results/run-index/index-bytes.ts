import { DownpourError } from '../../errors.ts';
import { indexRun, isProblem } from './index-run.ts';

/**
 * The stored form of a document's index, whole: a hundredth to a tenth of the document.
 * @throws DownpourError NOT_JSON (400) with the place of the first mistake.
 */
export async function indexBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array> {
  const written: Uint8Array[] = [];
  const index = await indexRun(chunks, { write: (bytes) => void written.push(bytes) });
  if (isProblem(index)) throw new DownpourError('NOT_JSON', 400, `the body is not JSON: ${index.reason}`);
  return Buffer.concat(written);
}
