import { spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Load } from './load.ts';
import { pinned } from './pinned.ts';

/** A target that is the same for all contenders, and counts its responses. */
export type Target = {
  readonly urlOf: (load: Load) => string;
  readonly requests: () => Promise<number>;
  readonly close: () => Promise<void>;
};

const data = fileURLToPath(new URL('../../test/data/tls/', import.meta.url));

/** Starts nginx with one worker on the last core. */
export async function startNginx(home: string): Promise<Target> {
  const ports = { http: await freePort(), https: await freePort(), h2: await freePort() };
  const body = (bytes: number): string => 'x'.repeat(bytes);
  // The worker of nginx runs as another user, who must be able to read this folder.
  await chmod(home, 0o755);
  await writeFile(join(home, 'large'), body(16_384));
  const locations = `
    location / { return 200 "${body(600)}"; }
    location /large/ { root ${home}; try_files /large =404; open_file_cache max=10; }
    location = /status { stub_status; }`;
  const tls = `ssl_certificate ${data}localhost.crt; ssl_certificate_key ${data}localhost.key;`;
  const config = `
    daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log; worker_rlimit_nofile 16000;
    events { worker_connections 15000; }
    http { access_log off; keepalive_requests 1000000000; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy;
      fastcgi_temp_path ${home}/f; uwsgi_temp_path ${home}/u; scgi_temp_path ${home}/s;
      server { listen 127.0.0.1:${ports.http} backlog=5000; ${locations} }
      server { listen 127.0.0.1:${ports.https} ssl backlog=5000; ${tls} ${locations} }
      server { listen 127.0.0.1:${ports.h2} ssl http2 backlog=5000; ${tls} ${locations} } }`;
  await writeFile(join(home, 'nginx.conf'), config);
  const [command, args] = pinned(cpus().length - 1, 'nginx', ['-c', join(home, 'nginx.conf')]);
  const nginx = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => nginx.once('exit', () => resolve()));
  const status = `http://127.0.0.1:${ports.http}/status`;
  await answering(status);
  const large = await (await fetch(`http://127.0.0.1:${ports.http}/large/a`)).text();
  if (large.length !== 16_384) throw new Error(`nginx does not send its large file: ${large}`);
  return {
    urlOf: ({ protocol, responseBytes }) =>
      `${protocol === 'http' ? 'http' : 'https'}://127.0.0.1:${ports[protocol]}/${responseBytes === 600 ? '' : 'large/'}`,
    requests: async () => Number(/\d+ \d+ (\d+)/.exec(await (await fetch(status)).text())?.[1]),
    close: async () => {
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await (await fetch(url)).text();
      return;
    } catch (error) {
      if (tries === 100) throw new Error('nginx does not answer; is it installed?', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
