/**
 * Posts the events of Downpour to a channel of Slack. Slack accepts only messages with a `text`, so this
 * program is between the two. It needs three variables: `SECRET`, with which Downpour signs its requests,
 * `SLACK`, the address of an incoming webhook, and `PAGES`, the address of Downpour. The argument is a port.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SECRET = '', SLACK = '', PAGES = '' } = process.env;
const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64');
if (key.length === 0 || !URL.canParse(SLACK)) {
  console.error('Set SECRET to the secret of the action, and SLACK to the address of the incoming webhook.');
  process.exit(2);
}

/** A signature is good for five minutes, so that no recorded request can be sent again later. */
const secondsMax = 300;
const bytesMax = 1_000_000;

createServer(async (request, response) => {
  const answer = await receive(request).catch((error) => ({ status: 502, text: String(error) }));
  response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.text);
}).listen(Number(process.argv[2] ?? 8070), '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}`);
});

async function receive(request) {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part;
    if (body.length > bytesMax) return { status: 413, text: 'the body is too large' };
  }
  if (!isSigned(request.headers, body)) return { status: 401, text: 'the signature is wrong or too old' };
  const { status } = await fetch(SLACK, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: textOf(JSON.parse(body)) }),
  });
  // Downpour sends the event again after an answer that is not a success.
  return { status: status === 200 ? 200 : 502, text: `Slack answered with status ${status}` };
}

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < secondsMax)) return false;
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`,
  );
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function textOf({ type, data: { testName, variableName, change, run } }) {
  const id = change?.runId ?? run?.id;
  const link = id === undefined || PAGES === '' ? '' : ` <${PAGES}/run/${id}|run ${id}>`;
  // Slack reads these three characters as markup.
  const plain = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  if (type === 'change/new')
    return plain(`${testName}: ${variableName} changed: ${change.explanation}`) + link;
  return plain(`${testName ?? 'Downpour'}: ${type}`) + link;
}
