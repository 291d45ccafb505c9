/**
 * Imported before a cloud (`--import one-shifted-driver.ts?ms=300&dir=...`), this module shifts the clock of
 * the first process that the cloud starts. This process runs drives, because all other functions run in
 * threads. Product code does not know of this module: it starts the script instead of its own program.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { searchParams } = new URL(import.meta.url);
const dir = searchParams.get('dir') ?? '';
const shift = new URL(`./shifted-clock.ts?ms=${searchParams.get('ms')}`, import.meta.url).href;
const program = join(dir, 'node.sh');
const node = process.execPath;
// Only the first process creates the folder, so only this process gets the shifted clock.
writeFileSync(
  program,
  `#!/bin/sh
if mkdir '${join(dir, 'shifted')}' 2>/dev/null; then exec '${node}' --import '${shift}' "$@"; fi
exec '${node}' "$@"
`,
);
chmodSync(program, 0o755);
process.execPath = program;
