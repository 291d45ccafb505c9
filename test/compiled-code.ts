import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm test` begins here. Test files and the programs that they start load the same modules again and again, and share
 * what V8 compiled of them. It begins empty, because modules in scratch folders would gather in it for ever.
 */
export function globalSetup(): void {
  const folder = join(import.meta.dirname, '../node_modules/.cache/compiled');
  rmSync(folder, { recursive: true, force: true });
  process.env.NODE_COMPILE_CACHE ??= folder;
}
