import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import { checkTargets, parseAllowList } from '../../../../lib/driver/planning/targets/allow-list.ts';

/**
 * Only hosts in the allow list receive load. Metadata services never do, in any notation of their address.
 */

const target = (host: string, port: number, addresses: readonly string[]): Target => ({
  key: `http://${host}:${port}`,
  protocol: 'http',
  host,
  port,
  authority: `${host}:${port}`,
  isDefault: true,
  addresses,
  connectionStrategy: 'SHARED_POOL',
  connections: { core: 1, max: 1, buffer: 0, keepAliveMs: 0 },
  pipeliningLimit: 1,
});

const refused = (
  list: string,
  host: string,
  {
    port = 80,
    addresses = [],
    onLambda = true,
    privateNetworks = !onLambda,
  }: { port?: number; addresses?: string[]; onLambda?: boolean; privateNetworks?: boolean } = {},
): boolean =>
  checkTargets({ targets: [target(host, port, addresses)] }, parseAllowList(list, onLambda, privateNetworks))
    .length > 0;

suite('the allow-list', () => {
  const table: [string, string, boolean][] = [
    ['*', 'shop.example', true],
    ['shop.example', 'shop.example', true],
    ['shop.example', 'SHOP.example.', true],
    ['shop.example', 'www.shop.example', false],
    ['*.shop.example', 'www.shop.example', true],
    ['*.shop.example', 'shop.example', false],
    ['*.shop.example', 'evilshop.example', false],
    ['a.example, b.example', 'b.example', true],
    ['', 'shop.example', false],
    ['10.0.0.7', '10.0.0.7', true],
    ['*.7', '10.0.0.7', false],
    ['shop.example', '[shop.example]', true],
    ['shop', 'shop.example', false],
    ['*shop.example', 'myshop.example', false],
    ['.shop.example', 'www.shop.example', false],
    ['10.0.0.7', '0xa.7', true],
    ['10.0.0.7', '167772167', true],
    ['2001:db8::1', '[2001:DB8:0::1]', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['10.1.2.3', '[::ffff:a01:203]', true],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['1.10.3.2', '[::ffff:a01:203]', false],
    ['2.3.10.1', '[::ffff:a01:203]', false],
    ['3.2.1.10', '[::ffff:a01:203]', false],
    ['::ffff:10.1.2.3', '10.1.2.3', true],
  ];
  for (const [list, host, allowed] of table) {
    test(`"${list}" ${allowed ? 'allows' : 'refuses'} ${host}`, () =>
      assert.equal(refused(list, host), !allowed));
  }

  test('every server of a Hot Rod cluster is judged', () => {
    const servers = [
      { host: 'a.example', port: 1 },
      { host: '169.254.169.254', port: 2 },
      { host: 'b.example', port: 3 },
    ];
    const cluster = { protocol: 'hotrod', servers, caches: ['c'], requestTimeoutMs: 1 } as const;
    const found = checkTargets({ targets: [], hotRod: [cluster] }, parseAllowList('a.example', true));
    assert.deepEqual(
      found.map(({ path, message }) => [path, message.split(': ').slice(0, 2).join(': ').slice(0, 60)]),
      [
        [
          ['hotrod', 0],
          'target hotrod://169.254.169.254:2: 169.254.169.254 is reserved (link-local, multicast'.slice(
            0,
            60,
          ),
        ],
        [
          ['hotrod', 0],
          'target hotrod://b.example:3: this deployment may send load only to a.example'.slice(0, 60),
        ],
      ],
    );
  });

  test('a refusal names the target, its place, the host and the allowed targets', () => {
    const refusals = (list: string | undefined, ...targets: readonly Target[]) =>
      checkTargets({ targets }, parseAllowList(list, true)).map(({ severity, path, message }) => [
        severity,
        path,
        message,
      ]);
    const shop = target('shop.example', 80, []);
    const deployment = 'target http://shop.example:80: this deployment';
    const mend = 'add the host to the option targets, and deploy again';
    assert.deepEqual(refusals('a.example,, *.B.example', shop), [
      [
        'error',
        ['http', 0],
        `${deployment} may send load only to a.example, *.b.example, and not to shop.example; ${mend}`,
      ],
    ]);
    assert.deepEqual(refusals(undefined, shop), [
      ['error', ['http', 0], `${deployment} allows no targets, so it sends no load to shop.example; ${mend}`],
    ]);
    assert.deepEqual(
      refusals('*', shop, target('127.0.0.1', 9001, []), target('a.example', 80, ['[::]:80'])),
      [
        [
          'error',
          ['http', 1],
          'target http://127.0.0.1:9001: 127.0.0.1 is an address of the Lambda function itself, so Downpour never sends load to it; use the address of the target',
        ],
        [
          'error',
          ['http', 2],
          'target http://a.example:80 with the address [::]:80: :: means all addresses of a machine; write localhost, or one address of the machine',
        ],
      ],
    );
  });

  test('also holds for the addresses of a target', () => {
    assert.ok(refused('shop.example', 'shop.example', { addresses: ['10.0.0.7'] }));
    assert.ok(!refused('shop.example,10.0.0.7', 'shop.example', { addresses: ['10.0.0.7'] }));
  });
});

suite('addresses that are never loaded, even with *', () => {
  const never = [
    '169.254.169.254',
    '169.254.170.2',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '[fe80::1]',
    'febf::1',
    'fd00:ec2::254',
    'fd00:0ec2:0:0::0254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:a9fe:102',
    '::ffff:6464:64c8',
    '::ffff:a83f:8110',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '0.0.0.0',
    '0.255.255.255',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fd20:ce::254',
    'ff00::',
    'ff02::1',
    'ffff:ffff::1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:1:abcd::169.254.169.254',
    '::169.254.169.254',
    '::a9fe:a9fe',
    '::ffff:0:169.254.169.254',
    '2002:a9fe:a9fe::',
    '2002:a9fe:a9fe:1:2:3:4:5',
    '2002:a83f:8110::1',
    '2001:0:1:2:3:4:5601:5601',
    '2001:db8::5efe:169.254.169.254',
    '2001:db8::200:5efe:a9fe:a9fe',
    'fe80::1%eth0',
    'metadata',
    'metadata.google.internal',
    'Metadata.Google.Internal.',
    'metadata.goog',
    'instance-data',
    'instance-data.ec2.internal',
    'metadata.azure.internal',
  ];
  for (const host of never) {
    test(host, () => {
      assert.ok(refused('*', host));
      assert.ok(refused('*', 'shop.example', { addresses: [host] }), 'nor as an address');
      if (!host.includes(':')) assert.ok(refused('*', 'shop.example', { addresses: [`${host}:80`] }));
    });
  }

  test('the machine itself is refused on Lambda, by every name and even when it is listed', () => {
    for (const host of [
      '127.0.0.1',
      '127.8.9.10',
      'localhost',
      'api.localhost',
      '127.1',
      '::1',
      '::ffff:7f00:1',
    ]) {
      for (const port of [9001, 80]) assert.ok(refused('*', host, { port }), host);
      assert.ok(refused(host, host), host);
      assert.ok(!refused('*', host, { onLambda: false }), host);
    }
    for (const host of ['128.0.0.1', '12.7.0.1', '127.shop.example', 'shop.example', 'notlocalhost', '::2'])
      assert.ok(!refused('*', host, { port: 9001 }), host);
  });
});

suite('private networks', () => {
  const inside = ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '100.127.255.255'];
  const more = [
    '198.18.0.1',
    '198.19.255.255',
    'fc00::1',
    'fdff::1',
    'fec0::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ];

  for (const host of [...inside, ...more])
    test(`${host} is refused on Lambda unless the deployment allows or names it`, () => {
      assert.ok(refused('*', host));
      assert.ok(!refused('*', host, { privateNetworks: true }));
      assert.ok(!refused(host, host));
      assert.ok(!refused('*', host, { onLambda: false }));
    });

  test('the addresses next to them pass', () => {
    const passing = [
      ...[
        '93.184.216.34',
        '2001:db8::1',
        'shop.example',
        '9.255.255.255',
        '11.0.0.0',
        '172.15.255.255',
        '172.32.0.0',
      ],
      ...['192.167.255.255', '192.169.0.0', '100.63.255.255', '100.128.0.0', '198.17.255.255', '198.20.0.0'],
      ...['1.0.0.0', '169.253.255.255', '169.255.0.0', '223.255.255.255', '168.63.129.17', '192.0.0.193'],
      ...['fbff::1', 'fe7f::1', '64:ff9b::5db8:d822', '::ffff:93.184.216.34'],
    ];
    for (const host of passing) assert.ok(!refused('*', host), host);
  });

  test('a refusal reports what the deployment can do', () => {
    const [finding] = checkTargets({ targets: [target('10.0.0.7', 80, [])] }, parseAllowList('*', true));
    assert.equal(
      finding?.message,
      'target http://10.0.0.7:80: 10.0.0.7 is in a private network; to send load to it, deploy with the option privateTargets, or add the address to targets',
    );
  });
});
