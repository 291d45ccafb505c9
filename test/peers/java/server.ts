import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client } from 'infinispan';
import { JavaProgram } from './program.ts';

const source = join(import.meta.dirname, 'server');

export const user = { name: 'bob', password: 'p:@ss' };

/** Three Infinispan servers: one without TLS, one with a login, and one with TLS. */
export class HotRodServer {
  readonly ports: { readonly plain: number; readonly login: number; readonly secure: number };
  /** The path of the certificate of the server with TLS, which is for `localhost`. */
  readonly certificate: string;
  readonly #program: JavaProgram;
  readonly #scratch: string;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor cannot be a #name
  private constructor(program: JavaProgram, ports: number[], scratch: string) {
    const [plain = 0, login = 0, secure = 0] = ports;
    this.ports = { plain, login, secure };
    this.certificate = join(scratch, certificateName);
    this.#scratch = scratch;
    this.#program = program;
  }

  static async start(): Promise<HotRodServer> {
    const scratch = mkdtempSync(join(tmpdir(), 'hotrod-'));
    const [store, password] = [join(scratch, 'keys.p12'), 'secret'];
    makeKeys(store, password, join(scratch, certificateName));
    const program = new JavaProgram(source, 'HotRodTarget.java', [user.name, user.password, store, password]);
    const ports = /^ports \[(.*)\]$/.exec(await program.lineFrom('ports'))?.[1] ?? '';
    const server = new HotRodServer(program, ports.split(',').map(Number), scratch);
    await server.#warmUp();
    return server;
  }

  /** On a slow machine, the first handshake compiles so much code that a connection would time out. */
  async #warmUp(): Promise<void> {
    const ssl = { enabled: true, sniHostName: 'localhost', trustCerts: [this.certificate] };
    for (const [port, options] of [[this.ports.plain, {}] as const, [this.ports.secure, { ssl }] as const]) {
      const connection = await client({ host: '127.0.0.1', port }, { cacheName: 'stock', ...options });
      await connection.put('warm', 'up');
      await connection.disconnect();
    }
  }

  /** Stops the server without TLS, which closes its connections. */
  stopPlain(): Promise<void> {
    return this.#tell('stop');
  }

  /** Starts the server again on the same port. */
  startPlain(): Promise<void> {
    return this.#tell('start');
  }

  /** Ends all three servers. */
  async end(): Promise<void> {
    await this.#program.end();
    rmSync(this.#scratch, { recursive: true });
  }

  async #tell(what: string): Promise<void> {
    this.#program.tell(what);
    await this.#program.lineFrom('done');
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
