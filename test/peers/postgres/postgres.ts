import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Verdict } from '../../results/query/sql/answer.ts';

export type Question = { readonly document: string; readonly path: string };

/** A PostgreSQL server in a temporary directory. It listens only on a socket in that directory. */
export class Postgres {
  readonly #directory: string;
  readonly #programs: string;
  readonly #server: ChildProcess;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor cannot be a #name
  private constructor(directory: string, programs: string, server: ChildProcess) {
    this.#directory = directory;
    this.#programs = programs;
    this.#server = server;
  }

  /** @param programs the directory of `initdb` and `postgres`; Debian's when it is not given. */
  static async start(programs = installed()): Promise<Postgres> {
    const directory = mkdtempSync(join(tmpdir(), 'sql-json-path-'));
    const user = unprivileged();
    if (user !== undefined) chownSync(directory, user.uid, user.gid);
    const options = { ...user, cwd: directory };
    const data = join(directory, 'data');
    const locale = [
      '--locale=C.UTF-8',
      '--encoding=UTF8',
      '--auth=trust',
      '--username=postgres',
      '--no-sync',
    ];
    execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...locale], options);
    const settings = ['listen_addresses=', `unix_socket_directories=${directory}`, 'fsync=off', 'jit=off'];
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...settings.flatMap((set) => ['-c', set])],
      {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const postgres = new Postgres(directory, programs, server);
    await postgres.#ready();
    postgres.#run(probe);
    return postgres;
  }

  async #ready(): Promise<void> {
    const lines: string[] = [];
    if (this.#server.stderr === null) throw new Error('the server has no log');
    for await (const line of createInterface(this.#server.stderr)) {
      lines.push(line);
      if (line.includes('ready to accept connections')) return;
    }
    throw new Error(`the server did not start: ${lines.join('\n')}`);
  }

  /** The verdicts on the questions, in the order of the questions. */
  ask(questions: readonly Question[]): Verdict[] {
    const rows = questions.map(({ document, path }, at) => `${at}\t${escaped(document)}\t${escaped(path)}\n`);
    const output = this.#run(
      'CREATE TEMP TABLE question (at int, document jsonb, path text);\n' +
        `COPY question FROM STDIN;\n${rows.join('')}\\.\n` +
        'COPY (SELECT probe(document, path) FROM question ORDER BY at) TO STDOUT;\n',
    );
    return output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(unescaped(line)) as Verdict);
  }

  #run(script: string): string {
    const connection = ['--host', this.#directory, '--username', 'postgres', '--dbname', 'postgres'];
    const { status, stdout, stderr } = spawnSync(
      join(this.#programs, 'psql'),
      ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', ...connection],
      { input: script, encoding: 'utf8', maxBuffer: 2 ** 30 },
    );
    if (status !== 0) throw new Error(`psql failed: ${stderr}`);
    return stdout;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.once('close', resolve));
    this.#server.kill('SIGINT');
    await closed;
    rmSync(this.#directory, { recursive: true });
  }
}

function installed(): string {
  const [newest] = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
  if (newest === undefined)
    throw new Error('there is no PostgreSQL under /usr/lib/postgresql; name its programs');
  return newest;
}

/**
 * The ids of an unprivileged user, because PostgreSQL refuses to run as root. Undefined for any other user.
 */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

/** The answer as JSON: the array as text, or the message of the error. */
const probe = `
CREATE FUNCTION probe(document jsonb, path text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  state text; message text;
BEGIN
  RETURN json_build_object('array', jsonb_path_query_array(document, path::jsonpath)::text);
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
  RETURN json_build_object('sqlState', state, 'reason', message);
END $$;
`;

/** Escapes a text for COPY in its text format. */
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, character: string) => controls[character] ?? character);
