import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ['src', 'test'],
};

/** Writes a small project with these files into a temporary folder. */
export function writeProject(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'mutation-fixture-'));
  const all = {
    'tsconfig.json': JSON.stringify(tsconfig),
    'package.json': JSON.stringify({ type: 'module' }),
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
