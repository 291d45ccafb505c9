import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { announce } from '../../bin/api/serving.ts';
import { addressJson, publicLine } from '../../bin/commands/serve.ts';
import { scratchDir, suiteScope } from '../local/scratch.ts';
import { apiKey, startApi } from './api.ts';
import { typed } from './typed.ts';

/**
 * `open` prints the address of a run and shows the run in a browser. On this machine a code signs the browser
 * in.
 */

suite('open', () => {
  const scope = suiteScope();

  /** A program in place of a browser. It records the addresses that it should open. */
  function browser(): { readonly program: string; readonly opened: () => string } {
    const folder = scratchDir(scope);
    const [program, file] = [join(folder, 'browser'), join(folder, 'opened')];
    writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > '${file}'\n`);
    chmodSync(program, 0o700);
    return { program, opened: () => readFileSync(file, 'utf8') };
  }

  async function open(
    parameters: readonly string[],
    {
      isServed = false,
      program,
      width,
    }: { readonly isServed?: boolean; readonly program?: string; readonly width?: number } = {},
  ) {
    await using server = await startApi({
      answers: {
        'POST /api/user/once': { status: 200, body: JSON.stringify({ code: 'x'.repeat(43), expiresAt: 1 }) },
        'GET /api/run/list': { status: 200, body: JSON.stringify({ total: 1, runs: [{ id: 812 }] }) },
      },
    });
    const data = scratchDir(scope);
    if (isServed) {
      writeFileSync(join(data, 'admin.key'), apiKey);
      await announce(data, { url: server.url, lasting: true, service: 'Downpour' });
    }
    const environment = {
      ...(isServed ? {} : { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey }),
      BROWSER: program ?? join(data, 'missing'),
    };
    const over = isServed ? ['--data', data] : [];
    const ended = await typed(['open', ...parameters, ...over], { environment, width });
    const calls = server.heard.map(({ method, path }) => `${method} ${path}`);
    return { ...ended, url: server.url, calls };
  }

  test('prints the address of a run, a burst or the first page', async () => {
    for (const [parameters, path] of [
      [[], '/'],
      [['12'], '/run/12'],
      [['last'], '/run/812'],
      [['b-20261122-120000-x7k2'], '/burst/b-20261122-120000-x7k2'],
    ] as const) {
      const { code, error, out, url, calls } = await open([...parameters, '--print']);
      assert.deepEqual([error, code, out], [undefined, 0, `${url}${path}\n`], path);
      assert.ok(!calls.includes('POST /api/user/once'));
    }
  });

  test('signs the browser in on this machine, and prints no code', async () => {
    const { program, opened } = browser();
    const { code, out, url } = await open(['12'], { isServed: true, program });
    assert.deepEqual([code, out], [0, `${url}/run/12\n`]);
    assert.equal(opened(), `${url}/login?next=/run/12#once=${'x'.repeat(43)}`);
  });

  test('opens another machine without a code: the key may be one of a build server', async () => {
    const { program, opened } = browser();
    const { url, calls } = await open([], { program });
    assert.equal(opened(), `${url}/`);
    assert.ok(!calls.includes('POST /api/user/once'));
  });

  test('says when no program opens addresses, and still prints the address', async () => {
    const { code, out, err, url } = await open(['12']);
    assert.deepEqual([code, out], [0, `${url}/run/12\n`]);
    assert.match(err, /Downpour found no program on this machine that opens a browser/);
  });

  test('prints an address that signs in when no program opens addresses, for a person at a terminal only', async () => {
    const atTerminal = await open(['12'], { isServed: true, width: 80 });
    assert.match(atTerminal.err, new RegExp(`/login\\?next=/run/12#once=${'x'.repeat(43)}`));
    const inFile = await open(['12'], { isServed: true });
    assert.doesNotMatch(inFile.out + inFile.err, /once=/);
  });

  test('explains how to bring the pages up', async () => {
    const { error } = await typed(['open', '--data', scratchDir(scope)]);
    assert.match(
      error?.message ?? '',
      /no Downpour server uses the data folder \/.*: go to the folder of the server, start one with .* serve/,
    );
  });
});

test('serve prints the address for other machines when it has one', () => {
  const url = 'https://results.example.com/load';
  assert.deepEqual(publicLine({ DOWNPOUR_PUBLIC_URL: url }), [`Address for other machines: ${url}`]);
  assert.deepEqual([publicLine({}), publicLine({ DOWNPOUR_PUBLIC_URL: '' })], [[], []]);
  const json = (environment: NodeJS.ProcessEnv) =>
    JSON.parse(addressJson('http://127.0.0.1:8090', { apiKey }, environment));
  assert.deepEqual(json({ DOWNPOUR_PUBLIC_URL: url }), {
    url: 'http://127.0.0.1:8090',
    publicUrl: url,
    apiKey,
  });
  assert.deepEqual(Object.keys(json({ DOWNPOUR_PUBLIC_URL: '' })), ['url', 'apiKey']);
});
