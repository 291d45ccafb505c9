import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const isMissing = (name: string): boolean => spawnSync(name, ['--version']).error !== undefined;

/** Lines of shell that define each tool which documented commands use and this machine lacks. */
export function standIns(): string {
  const played = ['curl', 'jq'].filter(isMissing).map((name) => {
    const program = join(import.meta.dirname, `${name}.ts`);
    return `${name}() { '${process.execPath}' '${program}' "$@"; }`;
  });
  const displayed = ['less'].filter(isMissing).map((name) => `${name}() { cat; }`);
  return [...played, ...displayed].join('\n');
}
