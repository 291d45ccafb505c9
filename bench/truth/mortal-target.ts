/**
 * A target that its parent kills. It writes a byte to descriptor 3 for each request that it has read and for
 * each response that it has written, before it does anything else. So its parent can count both after a kill.
 * It resets the connection of one request in a hundred.
 */
import { writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';

const [port = '0'] = process.argv.slice(2);
const counter = 3;
const marks = { read: 'r', answered: 'a' } as const;
const response = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
const end = '\r\n\r\n';
let received = 0;

const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (text: string) => {
    const requests = (rest + text).split(end);
    rest = requests.pop() ?? '';
    for (const _ of requests) {
      writeSync(counter, marks.read);
      received += 1;
      if (received % 100 === 50) socket.resetAndDestroy();
      else setTimeout(() => answer(socket), received % 5);
    }
  });
});
function answer(socket: Socket): void {
  if (!socket.writable) return;
  socket.write(response);
  writeSync(counter, marks.answered);
}
process.on('disconnect', () => process.exit());
server.listen({ port: Number(port), host: '127.0.0.1', backlog: 5000 }, () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
