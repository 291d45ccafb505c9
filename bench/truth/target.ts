/**
 * A target that records the truth: the arrival of each request and the time of its answer, by the clock of
 * the whole machine. Its parent sets the delay over IPC and requests the record.
 */
import { createServer, type Socket } from 'node:net';

/** `stall`: all answers of seconds 4 to 6 of every ten seconds are sent at second 6. */
export type Delay = 'none' | 'fixed' | 'bimodal' | 'stall';

export type TargetRequest = { readonly delay: Delay } | { readonly report: true };

/**
 * Instants in the order of arrival, in nanoseconds of CLOCK_MONOTONIC since the base. 0: the request was not
 * answered.
 */
export type Report = { readonly arrivedNs: readonly number[]; readonly repliedNs: readonly number[] };

const baseNs = BigInt(process.argv[2] ?? '0');
const nowNs = (): number => Number(process.hrtime.bigint() - baseNs);
const response = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok');
const end = '\r\n\r\n';

let delay: Delay = 'none';
let beganNs = 0;
let arrivedNs: number[] = [];
let repliedNs: number[] = [];

function delayMs(number: number, ns: number): number {
  switch (delay) {
    case 'none':
      return 0;
    case 'fixed':
      return 5;
    case 'bimodal':
      return number % 100 === 50 ? 200 : 2;
    case 'stall': {
      const ms = ((ns - beganNs) / 1e6) % 10_000;
      return ms >= 4000 && ms < 6000 ? 6000 - ms : 0;
    }
  }
}

function answer(socket: Socket): void {
  const record = repliedNs;
  const number = arrivedNs.push(nowNs()) - 1;
  record.push(0);
  const reply = (): void => {
    record[number] = nowNs();
    socket.write(response);
  };
  const ms = delayMs(number, arrivedNs[number] ?? 0);
  if (ms > 0) setTimeout(reply, ms);
  else reply();
}

const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (text: string) => {
    const requests = (rest + text).split(end);
    rest = requests.pop() ?? '';
    for (const _ of requests) answer(socket);
  });
});

process.on('message', (request: TargetRequest) => {
  if ('report' in request) process.send?.({ arrivedNs, repliedNs } satisfies Report);
  else {
    delay = request.delay;
    beganNs = nowNs();
    [arrivedNs, repliedNs] = [[], []];
    process.send?.('ready');
  }
});
process.on('disconnect', () => process.exit());
server.listen({ port: 0, host: '127.0.0.1', backlog: 5000 }, () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
