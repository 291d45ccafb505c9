import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Contender } from './contender.ts';
import { output } from './spawned.ts';

export type Server = { readonly contender: Contender; close(): Promise<void> };

/**
 * A separate server that listens only on a socket in a folder. Documents are loaded before the queries,
 * compressed with lz4, which is faster by measurement. A session has the role of a process of other
 * contenders: its first statement is cold. CPU time and memory are those of the session's backend, with the
 * shared buffers that it used. The time is that of psql.
 *
 * @throws when PostgreSQL is not installed.
 */
export async function postgres(home: string): Promise<Server> {
  const [programs] = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
  if (programs === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const directory = join(home, 'postgres');
  await mkdir(directory);
  const user = await unprivileged();
  // The server runs as another user and reads the documents itself, so it needs access to this folder.
  await chmod(home, 0o755);
  if (user !== undefined) await chown(directory, user.uid, user.gid);
  const server = await started(programs, directory, user);
  const psql = (script: string, ...flags: string[]): Promise<string> =>
    session(join(programs, 'psql'), directory, script, flags);
  try {
    await psql('CREATE TABLE run (megabytes float8, document jsonb COMPRESSION lz4)');
    const version = await psql('SHOW server_version', '--tuples-only', '--no-align');
    return {
      contender: contender(`PostgreSQL ${version.split(' ')[0]?.trim()}`, psql),
      close: () => stopped(server),
    };
  } catch (error) {
    await stopped(server);
    throw error;
  }
}

type Psql = (script: string, ...flags: string[]) => Promise<string>;

function contender(name: string, psql: Psql): Contender {
  const select = (sql: string, megabytes: number): string =>
    `SELECT jsonb_path_query_array(document, '${sql.replaceAll("'", "''")}') FROM run WHERE megabytes = ${megabytes}`;
  return {
    name,
    load: async ({ megabytes, file }) => {
      try {
        await psql(`INSERT INTO run VALUES (${megabytes}, pg_read_file('${file}')::jsonb)`);
        return undefined;
      } catch (error) {
        const reason = /ERROR: {2}(.*)/.exec((error as Error).message)?.[1];
        if (reason === undefined) throw error;
        return reason;
      }
    },
    answer: async ({ sql }, { megabytes }) => {
      const text = await psql(select(sql, megabytes), '--tuples-only', '--no-align');
      return JSON.parse(text) as readonly unknown[];
    },
    measure: async ({ sql }, { megabytes }) => {
      const measured = `\\o /dev/null\n\\timing on\n${select(sql, megabytes)};\n\\timing off\n\\o\n${accounts}`;
      const size = `SELECT 'stored ' || pg_column_size(document) FROM run WHERE megabytes = ${megabytes};\n`;
      const script = `${own}${measured}${measured}${size}`;
      const report = await psql(script, '--tuples-only', '--no-align');
      const each = (pattern: RegExp): number[] =>
        [...report.matchAll(pattern)].map(([, number]) => Number(number));
      const [coldWallMs = 0, warmWallMs = 0] = each(/^Time: ([\d.]+) ms/gm);
      const [coldCpuNs = 0, bothCpuNs = 0] = each(/^(\d+) \d+ \d+$/gm);
      const [memoryKb = 0] = each(/^VmHWM:\s*(\d+) kB/gm);
      return {
        way: 'jsonb',
        cold: { cpuMs: coldCpuNs / 1e6, wallMs: coldWallMs },
        warm: { cpuMs: (bothCpuNs - coldCpuNs) / 1e6, wallMs: warmWallMs },
        memoryMb: memoryKb / 1024,
        bytesRead: each(/^stored (\d+)/gm)[0],
      };
    },
  };
}

/** The session's backend, and its usage from the kernel. */
const own = 'SELECT pg_backend_pid() AS pid \\gset\n\\setenv BACKEND :pid\n';
const accounts = '\\! cat /proc/$BACKEND/schedstat /proc/$BACKEND/status\n';

async function session(
  psql: string,
  directory: string,
  script: string,
  flags: readonly string[],
): Promise<string> {
  const file = join(directory, 'script.sql');
  await writeFile(file, script);
  const connection = ['--host', directory, '--username', 'postgres', '--dbname', 'postgres'];
  const options = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', ...flags, '--file', file];
  return output(psql, [...connection, ...options], { env: { ...process.env, LC_ALL: 'C' } });
}

type User = { readonly uid: number; readonly gid: number };

/** The user as whom the server runs. PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const number = async (flag: string): Promise<number> => Number(await output('id', [flag, 'postgres']));
  return { uid: await number('-u'), gid: await number('-g') };
}

async function started(programs: string, directory: string, user: User | undefined): Promise<ChildProcess> {
  const data = join(directory, 'data');
  const locale = ['--locale=C.UTF-8', '--encoding=UTF8', '--auth=trust', '--username=postgres', '--no-sync'];
  await output(join(programs, 'initdb'), ['--pgdata', data, ...locale], { ...user, cwd: directory });
  const settings = ['listen_addresses=', `unix_socket_directories=${directory}`, 'fsync=off', 'jit=off'];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const lines: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    lines.push(line);
    if (!line.includes('ready to accept connections')) continue;
    server.stderr.resume();
    return server;
  }
  throw new Error(`PostgreSQL does not start: ${lines.join('\n')}`);
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const closed = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await closed;
}
