import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender } from './contender.ts';
import { output } from './spawned.ts';

/** The `time` of the shell reports CPU time in milliseconds, and GNU's `time` reports the memory. */
const line =
  'TIMEFORMAT="%R %U %S"; { time /usr/bin/time --format %M --output "$0" jq "$@" > /dev/null; } 2>&1';

/**
 * @param home is a folder for temporary files.
 * @throws when a program is missing, with the package that has it.
 */
export async function jq(home: string): Promise<Contender> {
  if (!existsSync('/usr/bin/time')) throw new Error('/usr/bin/time is missing: apt-get install time');
  const version = await output('jq', ['--version']).catch((cause: unknown) => {
    throw new Error('jq is missing: apt-get install jq', { cause });
  });
  const memoryFile = join(home, 'jq.memory');
  return {
    name: version.trim().replace('-', ' '),
    load: async ({ megabytes }) =>
      megabytes > 500 ? 'it takes ten times the document in memory' : undefined,
    answer: async ({ jq: filter }, { file }) =>
      JSON.parse(await output('jq', ['--compact-output', filter, file])) as readonly unknown[],
    measure: async ({ jq: filter }, { file }) => {
      const args = ['-c', line, memoryFile, '--compact-output', filter, file];
      const times = await output('bash', args, { env: { ...process.env, LC_ALL: 'C' } });
      const [wall = 0, user = 0, system = 0] = times.trim().split(' ').map(Number);
      return {
        way: 'parse',
        cold: { cpuMs: (user + system) * 1000, wallMs: wall * 1000 },
        memoryMb: Number(await readFile(memoryFile, 'utf8')) / 1024,
        bytesRead: (await stat(file)).size,
      };
    },
  };
}
