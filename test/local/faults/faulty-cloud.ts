/**
 * A process with a local cloud, whose stores a test can make fail. Its arguments are the data directory and
 * `NAME=value` pairs for the functions. It prints its URL, and ends only by a kill. On standard input,
 * `refuse` makes both stores answer every write with 500, and `work` makes them work again; the process
 * repeats each word as its answer. `invoke NAME EVENT` invokes a function and prints the function's answer.
 */
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { startCloud } from '../../../lib/local/cloud.ts';

let refuses = false;

/**
 * All servers of the cloud are in this process. Only the calls to the stores have a signature, which
 * distinguishes them from calls to the API.
 */
const { emit } = Server.prototype;
Server.prototype.emit = function refusing(this: Server, event: string, ...rest: never[]): boolean {
  const [call, answer] = rest as readonly unknown[] as [IncomingMessage, ServerResponse];
  if (event !== 'request' || !refuses || !isWrite(call))
    return Reflect.apply(emit, this, [event, ...rest]) as boolean;
  call.resume();
  answer.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
  answer.end('{"__type":"InternalServerError","message":"refused by the drill"}');
  return true;
};

function isWrite({ method, headers }: IncomingMessage): boolean {
  if (!headers.authorization?.startsWith('AWS4-')) return false;
  const target = String(headers['x-amz-target'] ?? '');
  return target === '' ? method === 'PUT' : /DynamoDB.*\.(Put|Update|Delete)Item$/.test(target);
}

const [dataDir = '', ...variables] = process.argv.slice(2);
const { url, adminKeyFile, environment, fault, invoke } = await startCloud({
  dataDir,
  environment: Object.fromEntries(variables.map((each) => each.split('=', 2) as [string, string])),
});
fault.addEventListener('abort', () => {
  console.error(String(fault.reason));
  process.exit(70);
});
console.log(JSON.stringify({ url, adminKeyFile, environment }));

for await (const line of createInterface(process.stdin)) {
  const [, name = '', event = ''] = line.match(/^invoke (\S+) (.*)$/) ?? [];
  if (name === '') refuses = line === 'refuse';
  console.log(name === '' ? line : JSON.stringify(await invoke(name, JSON.parse(event))));
}
