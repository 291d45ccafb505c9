import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Files below a folder that contain a text: in plain form, compressed, or in Base64 at any of its three
 * positions.
 */
export function filesWith(root: string, word: string): string[] {
  const forms = [word, ...[0, 1, 2].map((shift) => inBase64(word, shift))];
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => forms.some((form) => contentOf(path).includes(form)));
}

/**
 * The decompressed contents of a file. An object of the local store has its own header before the compressed
 * bytes.
 */
function contentOf(path: string): string {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(Buffer.of(0x1f, 0x8b, 0x08));
  if (at < 0) return bytes.toString('latin1');
  try {
    return bytes.toString('latin1') + gunzipSync(bytes.subarray(at)).toString('latin1');
  } catch {
    return bytes.toString('latin1');
  }
}

function inBase64(word: string, shift: number): string {
  const text = Buffer.from('\0'.repeat(shift) + word).toString('base64');
  return text.slice(shift === 0 ? 0 : 4, Math.floor(((shift + word.length) * 4) / 3 / 4) * 4);
}
