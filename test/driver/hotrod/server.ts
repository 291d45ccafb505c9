import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { client } from 'infinispan';
import { serverJars } from './server/jars.ts';

const source = join(import.meta.dirname, 'server');

export const user = { name: 'bob', password: 'p:@ss' };

/** Infinispan's own server, three times over: plain, with a login, behind TLS. Needs Java 17 and Maven. */
export class HotRodServer {
  readonly ports: { readonly plain: number; readonly login: number; readonly secure: number };
  /** File of the certificate of the one behind TLS, made out to `localhost`. */
  readonly certificate: string;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #scratch: string;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor cannot be a #name
  private constructor(process: ChildProcess, lines: AsyncIterator<string>, ports: number[], scratch: string) {
    const [plain = 0, login = 0, secure = 0] = ports;
    this.ports = { plain, login, secure };
    this.certificate = join(scratch, certificateName);
    this.#scratch = scratch;
    this.#process = process;
    this.#lines = lines;
  }

  static async start(): Promise<HotRodServer> {
    const jars = serverJars();
    const scratch = mkdtempSync(join(tmpdir(), 'hotrod-'));
    const [store, password] = [join(scratch, 'keys.p12'), 'secret'];
    makeKeys(store, password, join(scratch, certificateName));
    const main = join(source, 'HotRodTarget.java');
    const java = spawn('java', ['-cp', jars, main, user.name, user.password, store, password], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    java.stderr.on('data', (chunk) => said.push(String(chunk)));
    const lines = createInterface(java.stdout)[Symbol.asyncIterator]();
    const ports = /^ports \[(.*)\]$/.exec(await lineFrom(lines, 'ports', said))?.[1] ?? '';
    const server = new HotRodServer(java, lines, ports.split(',').map(Number), scratch);
    await server.#warmUp();
    return server;
  }

  /** A machine that compiles its first handshake may take longer than a connection has. */
  async #warmUp(): Promise<void> {
    const ssl = { enabled: true, sniHostName: 'localhost', trustCerts: [this.certificate] };
    for (const [port, options] of [[this.ports.plain, {}] as const, [this.ports.secure, { ssl }] as const]) {
      const connection = await client({ host: '127.0.0.1', port }, { cacheName: 'stock', ...options });
      await connection.put('warm', 'up');
      await connection.disconnect();
    }
  }

  /** Stops the plain one, which closes its connections. */
  stopPlain(): Promise<void> {
    return this.#tell('stop');
  }

  /** Starts it again on the same port. */
  startPlain(): Promise<void> {
    return this.#tell('start');
  }

  /** Ends all three. */
  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()));
    this.#process.stdin?.end();
    await ended;
    rmSync(this.#scratch, { recursive: true });
  }

  async #tell(what: string): Promise<void> {
    this.#process.stdin?.write(`${what}\n`);
    await lineFrom(this.#lines, 'done', []);
  }
}

const certificateName = 'certificate.pem';

function makeKeys(store: string, password: string, certificate: string): void {
  const key = ['-alias', 'server', '-keystore', store, '-storepass', password];
  const named = ['-dname', 'CN=localhost', '-ext', 'SAN=dns:localhost', '-storetype', 'PKCS12'];
  const keytool = (...args: readonly string[]) =>
    execFileSync('keytool', [...args, ...key], { stdio: 'pipe' });
  keytool('-genkeypair', '-keyalg', 'EC', '-validity', '30', ...named);
  keytool('-exportcert', '-rfc', '-file', certificate);
}

/** The next line that begins so; the server writes others in between. */
async function lineFrom(
  lines: AsyncIterator<string>,
  start: string,
  said: readonly string[],
): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the server ended: ${said.join('').slice(-2_000)}`);
    if (value.startsWith(start)) return value;
  }
}
