import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Targets on their own ports: real servers, and a server that sends the HTTP/2 frames of a test. */

const file = (name: string): Buffer => readFileSync(new URL(`../../../data/tls/${name}`, import.meta.url));
export const identity = { key: file('localhost.key'), cert: file('localhost.crt') };

/** Listens until the test ends, and returns the port. */
export async function portOf(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  server.on('sessionError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export type Frame = {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
};

export const types = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goAway: 7,
  window: 8,
  continuation: 9,
} as const;

export const endStream = 1;
export const endHeaders = 4;

export function frame(type: number, flags: number, stream: number, payload: Buffer | string = ''): Buffer {
  const content = Buffer.from(payload as string, 'latin1');
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}

export function number(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

export function setting(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

/** Encodes a header field as a literal of HPACK, which is not added to the dynamic table. */
export const literal = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name, 'latin1'),
    Buffer.from([value.length]),
    Buffer.from(value, 'latin1'),
  ]);

/** The header block of status 200. */
export const status200 = Buffer.from([0x88]);

/** The target's side of a connection. */
export class Peer {
  readonly frames: Frame[] = [];
  readonly socket: Socket;
  readonly #script: Script;
  #bytes = Buffer.alloc(0);
  #state: 'upgrade' | 'preface' | 'frames' = 'preface';

  constructor(socket: Socket, script: Script) {
    this.socket = socket;
    this.#script = script;
    if (script.upgrade !== undefined) this.#state = 'upgrade';
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      while (this.#read());
    });
    socket.on('error', () => {});
  }

  send(...frames: readonly Buffer[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  /** Answers with status 200 and a body. */
  answer(stream: number, body = 'Hello'): void {
    this.send(
      frame(types.headers, endHeaders, stream, status200),
      frame(types.data, endStream, stream, body),
    );
  }

  #read(): boolean {
    const bytes = this.#bytes;
    if (this.#state === 'upgrade') {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return false;
      this.#bytes = bytes.subarray(end + 4);
      this.#state = 'preface';
      this.#script.upgrade?.(bytes.toString('latin1', 0, end), this);
      return true;
    }
    if (this.#state === 'preface') {
      if (bytes.length < 24) return false;
      this.#bytes = bytes.subarray(24);
      this.#state = 'frames';
      this.#script.start?.(this);
      return true;
    }
    if (bytes.length < 9 || bytes.length < 9 + bytes.readUIntBE(0, 3)) return false;
    const end = 9 + bytes.readUIntBE(0, 3);
    const seen = {
      type: bytes[3]!,
      flags: bytes[4]!,
      stream: bytes.readUInt32BE(5),
      payload: bytes.subarray(9, end),
    };
    this.#bytes = bytes.subarray(end);
    this.frames.push(seen);
    this.#script.frame?.(seen, this);
    return true;
  }
}

export type Script = {
  /** Called with the request for an upgrade. Absent: HTTP/2 from the first byte. */
  readonly upgrade?: (head: string, peer: Peer) => void;
  /** Called when the client's preface has arrived. */
  readonly start?: (peer: Peer) => void;
  readonly frame?: (frame: Frame, peer: Peer) => void;
};

/** A server whose connections follow a script. */
export function scripted(script: Script, peers: Peer[] = []): Server {
  return createServer((socket) => peers.push(new Peer(socket, script)));
}

/** A script that sends the target's settings and calls back with the HEADERS frame of each request. */
export const answering = (
  request: (frame: Frame, peer: Peer) => void,
  ...settings: readonly Buffer[]
): Script => ({
  start: (peer) => peer.send(frame(types.settings, 0, 0, Buffer.concat(settings))),
  frame: (seen, peer) => {
    if (seen.type === types.headers) request(seen, peer);
  },
});

/**
 * A script that accepts the upgrade. It answers the request for the upgrade on stream 1, and every other
 * request.
 */
export const upgrading: Script = {
  upgrade: (_head, peer) => {
    peer.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
    peer.send(frame(types.settings, 0, 0));
  },
  start: (peer) => peer.answer(1, 'to the upgrade'),
  frame: ({ type, stream }, peer) => {
    if (type === types.headers) peer.answer(stream);
  },
};
