import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { proofPath, proofToken } from '../../lib/driver/http/preflight/ownership.ts';
import { downpour } from './downpour.ts';

/**
 * `downpour target prove` shows the owners of a target which token they publish, and checks whether Downpour
 * finds it.
 */
suite('downpour target prove', () => {
  const token = proofToken('load.example', '127.0.0.1');

  async function proved(displayed: string | undefined, ...options: string[]) {
    const server = createServer((request, response) => {
      response.statusCode = request.url === proofPath && displayed !== undefined ? 200 : 404;
      response.end(displayed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      return await downpour(['target', 'prove', `http://127.0.0.1:${port}/shop`, ...options]);
    } finally {
      server.close();
    }
  }

  test('prints the token alone, and 0 when the host shows it', async () => {
    const { code, stdout, stderr } = await proved(`${token}\n`, '--deployment', 'load.example');
    assert.deepEqual([code, stdout], [0, `${token}\n`]);
    assert.match(stderr, /127\.0\.0\.1 has the token, so load\.example may send load to this host\./);
  });

  test('prints what to put where and exits with 1, when the proof is missing', async () => {
    const { code, stdout, stderr } = await proved(undefined, '--deployment', 'load.example');
    assert.deepEqual([code, stdout], [1, `${token}\n`]);
    assert.match(
      stderr,
      /the target answered the request for the file with status 404; .*: put the token downpour-\w+ into the file http:\/\/127\.0\.0\.1:\d+\/\.well-known/,
    );
  });

  test('gives one object to programs', async () => {
    const { code, stdout } = await proved('other', '--deployment', 'load.example', '--json');
    const { host, token: output, places, proven, found } = JSON.parse(stdout);
    assert.deepEqual([code, host, output, proven, places.length], [1, '127.0.0.1', token, false, 2]);
    assert.match(found, /does not contain the token/);
  });

  test('wants the name of the deployment and a target: 2', async () => {
    assert.match((await downpour(['target', 'prove', 'shop.example'])).stderr, /add --deployment NAME/);
    const wrong = await downpour(['target', 'prove', 'http://', '--deployment', 'x']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /is not a target; write https:\/\/host/);
  });
});
