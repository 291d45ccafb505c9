/**
 * One attacker of fairness.ts, in another process: `attacks.ts NAME TARGET`. It reports its start over IPC,
 * and continues until its parent ends it.
 */
import { connect } from 'node:net';
import { callOf, type SlowCall, slowCalls, type Target } from './calls.ts';

type Attack = (target: Target) => void;

const attacks: Readonly<Record<string, Attack>> = {
  nothing: () => undefined,
  ...Object.fromEntries(
    Object.entries(slowCalls).map(([name, callFor]) => [
      name,
      (target: Target) => again(target, callFor(target)),
    ]),
  ),
  'wrong passwords': wrongPasswords,
  'unfinished bodies without a key': ({ url }) => unfinished(url, {}),
  'unfinished bodies with a key': ({ url, key }) => unfinished(url, { 'X-Downpour-API-Key': key }),
  'unfinished bodies with a key, again and again': ({ url, key }) =>
    unfinished(url, { 'X-Downpour-API-Key': key }, true),
};

export const attackNames = Object.keys(attacks);

const again = (target: Target, call: SlowCall): void => repeat(call.atOnce, () => callOf(target, call));

/** Tries wrong passwords. Ten wrong passwords lock a user, so each time other users are tried. */
function wrongPasswords({ url }: Target): void {
  let tried = 0;
  repeat(30, () => {
    const user = Buffer.from(`nobody${tried++}:wrong password`).toString('base64');
    return fetch(`${url}/api/run/list`, { headers: { authorization: `Basic ${user}` } });
  });
}

/** Repeats calls until the process is ended. */
function repeat(atOnce: number, call: () => Promise<Response>): void {
  for (let client = 0; client < atOnce; client += 1)
    void (async () => {
      for (;;)
        await call().then(
          (answer) => answer.arrayBuffer(),
          () => undefined,
        );
    })();
}

/**
 * Opens 200 connections, each with the first 5 MB of a body of 9 MB. `isAgain`: after each answer of the API
 * another connection is opened.
 */
function unfinished(url: string, headers: Readonly<Record<string, string>>, isAgain = false): void {
  const { hostname, port } = new URL(url);
  const half = Buffer.alloc(5 * 1024 ** 2, 'x');
  const lines = Object.entries({ Host: hostname, 'Content-Length': 9 * 1024 ** 2, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const open = (): void => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    if (isAgain) {
      socket.once('data', () => socket.destroy());
      socket.once('close', open);
    }
    socket.resume();
    socket.write(`POST /api/run/data?test=attacked HTTP/1.1\r\n${head}\r\n`);
    socket.write(half);
  };
  for (let count = 0; count < 200; count += 1) open();
}

const [, , name = '', target] = process.argv;
if (target !== undefined && process.send) {
  attacks[name]?.(JSON.parse(target) as Target);
  process.send('begun');
  // The listener keeps the process running when there is no attack.
  process.on('message', () => undefined);
}
