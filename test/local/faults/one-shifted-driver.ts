/**
 * Imported before a cloud (`--import one-shifted-driver.ts?ms=300&dir=...`), this sets the clock of the first
 * process that it starts wrong: a driver, for all other functions are its threads. Nothing in the product
 * knows of it: the path of the program that the cloud starts again is that of a script.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { searchParams } = new URL(import.meta.url);
const dir = searchParams.get('dir') ?? '';
const shift = new URL(`./shifted-clock.ts?ms=${searchParams.get('ms')}`, import.meta.url).href;
const program = join(dir, 'node.sh');
const node = process.execPath;
// The first process creates the folder.
writeFileSync(
  program,
  `#!/bin/sh
if mkdir '${join(dir, 'shifted')}' 2>/dev/null; then exec '${node}' --import '${shift}' "$@"; fi
exec '${node}' "$@"
`,
);
chmodSync(program, 0o755);
process.execPath = program;
