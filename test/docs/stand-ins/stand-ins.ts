import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const isMissing = (name: string): boolean => spawnSync(name, ['--version']).error !== undefined;

/** Shell functions for the tools that documented commands use and that this machine lacks. */
export function standIns(): string {
  const played = ['curl', 'jq'].filter(isMissing).map((name) => {
    const program = join(import.meta.dirname, `${name}.ts`);
    return `${name}() { '${process.execPath}' '${program}' "$@"; }`;
  });
  const displayed = ['less'].filter(isMissing).map((name) => `${name}() { cat; }`);
  return [...played, ...displayed].join('\n');
}
