import assert from 'node:assert/strict';
import { test } from 'node:test';
import infinispan from 'infinispan';
import { connectInfinispan } from '../../../lib/driver/hotrod/infinispan-transport.ts';
import type { HotRodServer } from '../../../lib/driver/hotrod/transport.ts';
import { onOwnMachine } from '../../../lib/driver/http/guard/lookup.ts';

/** The client connects to the servers of the document only, and sends each request once. */

const login = { user: 'ada', password: 'secret', mechanism: 'PLAIN' } as const;
const own = { cacheName: 'stock', topologyUpdates: false, maxRetries: 0 };
const ssl = { enabled: true, sniHostName: '127.0.0.1', trustCerts: [] };
const rows: readonly (readonly [server: Partial<HotRodServer>, options: object])[] = [
  [{ protocol: 'hotrod' }, own],
  [{ protocol: 'hotrods' }, { ...own, ssl }],
  [
    { protocol: 'hotrods', sniHost: 'cache.example', trustCa: 'ca.pem' },
    { ...own, ssl: { ...ssl, sniHostName: 'cache.example', trustCerts: ['ca.pem'] } },
  ],
  [
    { protocol: 'hotrod', login },
    {
      ...own,
      authentication: { enabled: true, saslMechanism: 'PLAIN', userName: 'ada', password: 'secret' },
    },
  ],
];

for (const [server, options] of rows)
  test(`the options of the client: ${JSON.stringify(server)}`, async (t) => {
    const client = t.mock.method(infinispan, 'client', async () => ({ disconnect: async () => {} }));
    const place = { protocol: 'hotrod', host: '127.0.0.1', port: 11222, ...server } as const;
    const transport = connectInfinispan(onOwnMachine)(place, 'stock');
    await transport.load();
    await transport.open();
    transport.close();
    assert.deepEqual(client.mock.calls[0]?.arguments, [{ host: '127.0.0.1', port: 11222 }, options]);
  });
