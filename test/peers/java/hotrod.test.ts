import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import { bundleFunctions, bundlePath } from '../../../lib/bundle.ts';
import type { ConnectHotRod } from '../../../lib/driver/hotrod/transport.ts';
import { openShardRun } from '../../../lib/driver/session/shard-run.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import { project } from '../../../lib/project.ts';
import { assignmentFrom, drive, summary } from '../../driver/hotrod/drive.ts';
import { scratchDir } from '../../local/scratch.ts';
import { HotRodServer, user } from './server.ts';

/** Hot Rod requests to a real Infinispan server. */

let server: HotRodServer;
before(async () => {
  server = await HotRodServer.start();
});
after(() => server.end());

const plain = (): string => `hotrod://127.0.0.1:${server.ports.plain}`;

type Document = {
  readonly uri: string;
  readonly caches?: readonly string[];
  readonly steps: readonly unknown[];
};

const documentOf = ({ uri, caches = ['stock'], steps, ...more }: Document & Record<string, unknown>) => ({
  name: 'caches',
  hotrod: [{ uri, caches }],
  phases: [{ load: { atOnce: { users: 3, scenario: [{ main: steps }], ...more } } }],
});

let made = 0;
/**
 * Each operation has keys of its own, because the caches `failing` and `slow` fail or are slow only for new
 * entries.
 */
const put = (cache: string, value = 'many', key = `k${made++}-\${n}`): unknown => ({
  hotrodRequest: { put: cache, key, value },
});
const n = { randomInt: 'n <- 1 .. 1000000' };

suite('a Hot Rod server', () => {
  test('row 107: put and get count as requests without errors', async () => {
    const get = { hotrodRequest: { operation: 'GET', cacheName: { value: 'stock' }, key: 'apples-${n}' } };
    const { outcome, counters, all, shardRun } = await drive(
      documentOf({ uri: plain(), steps: [n, put('stock', 'mäny', 'apples-${n}'), get] }),
    );
    assert.deepEqual([outcome.result, outcome.errors], ['completed', []]);
    const { requests, responses, failed, connectionErrors, timeouts, bytesSent, bytesReceived } = counters;
    assert.deepEqual(
      { requests, responses, failed, connectionErrors, timeouts },
      {
        requests: 6,
        responses: 6,
        failed: 0,
        connectionErrors: 0,
        timeouts: 0,
      },
    );
    // The `get` requests have read the data that the `put` requests wrote.
    assert.deepEqual([bytesSent, bytesReceived], [15, 15]);
    assert.equal(all.latency.count, 6);
    assert.deepEqual(shardRun.active, { sessions: 0, inFlight: 0 });
  });

  test('row 107: a cache that the server lacks is reported before the load', async () => {
    await assert.rejects(
      drive(
        documentOf({ uri: plain(), caches: ['none'], steps: [{ hotrodRequest: { get: 'none', key: 'a' } }] }),
      ),
      { name: 'Unreachable', message: /^cannot reach hotrod:\/\/127\.0\.0\.1:\d+: .*'none' not found/ },
    );
  });

  test('row 107: a cache that a variable names and no list has fails the phase', async () => {
    const steps = [{ set: 'name <- nowhere' }, { hotrodRequest: { get: '${name}', key: 'a' } }];
    const { outcome } = await drive(documentOf({ uri: plain(), steps }));
    assert.equal(outcome.result, 'failed');
    assert.match(
      outcome.reason ?? '',
      /step 2 of 2 \(hotrodRequest\): no hotrod entry lists the cache 'nowhere'/,
    );
  });

  test('row 106: an exception of the server is a connection error and ends the user', async () => {
    const { outcome, counters, all } = await drive(
      documentOf({ uri: plain(), caches: ['failing', 'stock'], steps: [n, put('failing'), put('stock')] }),
    );
    assert.equal(outcome.result, 'completed');
    assert.deepEqual(
      [counters.requests, counters.responses, counters.connectionErrors, counters.invalid],
      [3, 0, 3, 3],
    );
    assert.equal(all.latency.count, 0);
    assert.match(outcome.errors.join(), /failed on purpose/);
  });

  test('row 79: latency counts from the planned arrival, also when the user waits for its session', async () => {
    const { counters, all } = await drive({
      name: 'caches',
      hotrod: { uri: plain(), caches: ['slow'] },
      phases: [
        {
          load: {
            constantRate: {
              usersPerSec: 1,
              variance: false,
              duration: '5s',
              maxSessions: 1,
              scenario: [{ main: [n, put('slow')] }],
            },
          },
        },
      ],
    });
    assert.ok(counters.responses >= 2, `${counters.responses} responses`);
    // The server takes 1.5 s for each request, and the last user had to wait for the others.
    const [latencyNs, serviceNs] = [all.latency, all.service].map((times) => toLibrary(times).maxValue);
    assert.ok(latencyNs !== undefined && latencyNs > 1.9e9, `${latencyNs} ns`);
    assert.ok(serviceNs !== undefined && serviceNs > 1.4e9 && serviceNs < latencyNs, `${serviceNs} ns`);
  });

  test('a request times out by socket_timeout, and its connection continues', async () => {
    const { outcome, counters } = await drive(
      documentOf({ uri: `${plain()}?socket_timeout=200`, caches: ['slow'], steps: [n, put('slow')] }),
    );
    assert.deepEqual([outcome.result, outcome.errors], ['completed', []]);
    assert.deepEqual([counters.requests, counters.timeouts, counters.connectionErrors], [3, 3, 0]);
  });

  test('a user logs in', async () => {
    const uri = (password: string) =>
      `hotrod://${user.name}:${encodeURIComponent(password)}@127.0.0.1:${server.ports.login}?sasl_mechanism=DIGEST-MD5`;
    const { counters } = await drive(documentOf({ uri: uri(user.password), steps: [n, put('stock')] }));
    assert.deepEqual([counters.requests, counters.responses], [3, 3]);
    await assert.rejects(drive(documentOf({ uri: uri('wrong'), steps: [n, put('stock')] })), {
      name: 'Unreachable',
    });
  });

  test('hotrods is TLS, and the certificate must be that of the server', async () => {
    const at = (host: string) => `hotrods://${host}:${server.ports.secure}?trust_ca=${server.certificate}`;
    const documentAt = (uri: string) => documentOf({ uri, steps: [n, put('stock')] });
    const { counters } = await drive(documentAt(at('localhost')));
    assert.deepEqual([counters.requests, counters.responses], [3, 3]);
    await drive(documentAt(`${at('127.0.0.1')}&sni_host_name=localhost`));
    const wrong = documentAt(`${at('localhost')}&sni_host_name=elsewhere.example`);
    await assert.rejects(drive(wrong), {
      name: 'Unreachable',
      message: /elsewhere\.example\. is not in the cert's altnames/,
    });
  });

  test('a server that goes away is a connection error, also for a request in flight; it is found again', async () => {
    const steps = [n, { log: 'asks' }, put('slow'), { log: 'answered' }];
    const phases = [{ load: { always: { users: 1, duration: '60s', scenario: [{ main: steps }] } } }];
    const asks = Promise.withResolvers<void>();
    let answered = Promise.withResolvers<void>();
    const log = (line: string): void => (line === 'asks' ? asks : answered).resolve();
    const hotrod = { uri: plain(), caches: ['slow'] };
    const assignment = assignmentFrom({ name: 'caches', hotrod, phases });
    const shardRun = await openShardRun(assignment, { clock: realClock, log });
    const running = shardRun.run(realClock.nowNs());
    await asks.promise;
    await server.stopPlain();
    await server.startPlain();
    answered = Promise.withResolvers<void>();
    await answered.promise;
    shardRun.stop('seen enough');
    const { counters, outcome } = summary(await running, shardRun);
    await shardRun.close();
    assert.equal(outcome.result, 'stopped');
    assert.ok(counters.connectionErrors > 0);
    assert.equal(counters.timeouts, 0);
  });

  test('the client works inside a bundle, and is loaded by who connects alone', async (t) => {
    const [out, source] = [scratchDir(t), scratchDir(t)];
    const module = JSON.stringify(join(project, 'lib/driver/hotrod/infinispan-transport.ts'));
    const guard = JSON.stringify(join(project, 'lib/driver/http/guard/lookup.ts'));
    writeFileSync(
      join(source, 'caller.ts'),
      `import { connectInfinispan } from ${module};\nimport { onOwnMachine } from ${guard};\nexport const handler = connectInfinispan(onOwnMachine);\n`,
    );
    await bundleFunctions(out, ['caller'], { source, shared: true });
    assert.ok(statSync(bundlePath(out, 'caller')).size < 20_000);
    const { handler }: { handler: ConnectHotRod } = await import(
      pathToFileURL(bundlePath(out, 'caller')).href
    );
    const transport = handler({ protocol: 'hotrod', host: '127.0.0.1', port: server.ports.plain }, 'stock');
    await transport.load();
    await transport.open();
    const ask = (operation: 'put' | 'get', value: string) =>
      new Promise((answered, failed) => transport.send(operation, 'bundled', value, { answered, failed }));
    await ask('put', 'yes');
    assert.equal(await ask('get', ''), 'yes');
    transport.close();
  });

  test('every server of a uri gets its share', () => {
    const { hotRod } = assignmentFrom(documentOf({ uri: 'hotrod://a,b:5', steps: [n, put('stock')] }));
    assert.deepEqual(hotRod?.[0]?.servers, [
      { host: 'a', port: 11222 },
      { host: 'b', port: 5 },
    ]);
  });
});
