import { parseJson } from '../../../json/parse-json.ts';
import { PortionReader } from './portion-reader.ts';

/** Bytes that JSON.parse is given at once, of a document that is too large to be given whole. */
const portion = 128 * 1024;
const wholeMax = 16 * 1024 * 1024;

/**
 * A JSON document (RFC 8259, UTF-8) with all of its digits and with its members in their order: see exact-value.ts. Of
 * members with the same name the last value counts, in the place of the first. It is read in portions, so that the text of
 * a large document is never held whole: reading 100 MB takes 490 MB at most with and without marks, where reading them at
 * once takes 550 and 700 MB.
 * @throws DownpourError NOT_JSON (400) with the place of the first mistake.
 */
export function readExactly(
  bytes: Uint8Array,
  portionBytes = bytes.length > wholeMax ? portion : bytes.length,
): unknown {
  try {
    return new PortionReader(withoutByteOrderMark(bytes), portionBytes).read();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    parseJson(bytes);
    throw new Error('a document was taken for no JSON that is some', { cause });
  }
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}
