import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The number of bytes in records that the database in a directory could not read when it was opened. LevelDB
 * opens without these records. It reports them only in its file LOG, which each opening begins anew. The
 * incomplete record at the end, which a kill leaves behind, was never confirmed and does not count.
 */
export function lostBytes(dir: string): number {
  const dropped = readFileSync(join(dir, 'LOG'), 'utf8').matchAll(/: dropping (\d+) bytes; /g);
  return dropped.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}
