import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Addressed,
  defaultTarget,
  isUrl,
  targetByAuthority,
  targetByEndpoint,
  targetByUrl,
} from '../../../lib/driver/http/find-target.ts';
import { hostAndPort, socketHost } from '../../../lib/driver/http/guard/lookup.ts';

/** A request names its target by endpoint, by authority or by URL, and each name leads to one target. */

const at = (protocol: string, host: string, port: number, name?: string): Addressed => ({
  ...(name === undefined ? {} : { name }),
  protocol,
  host,
  port,
  isDefault: name === 'shop',
});
const shop = at('https', 'shop.example', 443, 'shop');
const plain = at('http', 'plain.example', 80, 'plain');
const high = at('http', 'plain.example', 8080);
const [both, bothSecure] = [at('http', 'both.example', 9000), at('https', 'both.example', 9000)];
const six = at('http', '[::1]', 80);
const capital = at('http', 'Capital.example', 80);
const targets = [plain, shop, high, both, bothSecure, six, capital];

suite('a target', () => {
  test('is the default one for a request that names none', () => {
    assert.deepEqual(defaultTarget(targets), { found: shop });
    assert.match(
      JSON.stringify(defaultTarget([plain, high])),
      /must name one of them; add 'endpoint' or 'authority'/,
    );
  });

  test('is found by its endpoint name', () => {
    assert.deepEqual(targetByEndpoint(targets, 'plain'), { found: plain });
    assert.deepEqual(targetByEndpoint(targets, 'plane'), {
      problem: "no http target has the name 'plane'; use the name of an entry of 'http'",
    });
  });

  const authorities: readonly (readonly [string, Addressed | string])[] = [
    ['shop.example', shop],
    ['shop.example:443', shop],
    [
      'shop.example:80',
      "no http target has the authority 'shop.example:80'; use the host and port of an entry of 'http'",
    ],
    ['plain.example', plain],
    ['plain.example:80', plain],
    ['plain.example:8080', high],
    [
      'plain.example:443',
      "no http target has the authority 'plain.example:443'; use the host and port of an entry of 'http'",
    ],
    ['SHOP.example', shop],
    ['capital.example', capital],
    ['[::1]', six],
    ['[::1]:80', six],
    [
      'both.example:9000',
      "two http targets have the authority 'both.example:9000', one with TLS and one without; give both a name, and use 'endpoint' in the request",
    ],
    ['', "no http target has the authority ''; use the host and port of an entry of 'http'"],
  ];
  for (const [authority, expected] of authorities)
    test(`is found by the authority '${authority}', with the port of its own protocol`, () => {
      const lookup = targetByAuthority(targets, authority);
      assert.deepEqual(lookup, typeof expected === 'string' ? { problem: expected } : { found: expected });
    });

  test('that is listed twice with one protocol is not ambiguous: the first is used', () => {
    const twin = { ...high };
    const lookup = targetByAuthority([high, twin], 'plain.example:8080');
    assert.ok('found' in lookup && lookup.found === high);
  });

  test('row 90: a URL or an authority without a port means the usual one, and no other host or port fits', () => {
    const secure = at('https', 'one.example', 443);
    const usual = at('http', 'one.example', 80);
    const some = [secure, usual];
    const found = (url: string): Addressed | undefined => {
      const lookup = targetByUrl(some, url);
      return 'found' in lookup ? lookup.found[0] : undefined;
    };
    for (const url of ['http://one.example', 'http://one.example:80/', 'http://one.example/some/path?q=1'])
      assert.equal(found(url), usual, url);
    for (const url of ['https://one.example/', 'https://one.example:443/x'])
      assert.equal(found(url), secure, url);
    for (const url of [
      ...['http://one.example:443/', 'https://one.example:80/', 'http://one.example:8080/'],
      ...['http://other.example/', 'http://one.example.org/', 'http://two.one.example/'],
    ])
      assert.equal(found(url), undefined, url);
    const by = (authority: string) => targetByAuthority(some, authority);
    assert.deepEqual([by('one.example:80'), by('one.example:443')], [{ found: usual }, { found: secure }]);
    assert.ok('problem' in by('one.example') && 'problem' in by('one.example:81'));
  });

  const urls: readonly (readonly [string, readonly [Addressed, string] | undefined])[] = [
    ['http://plain.example', [plain, '/']],
    ['http://plain.example/', [plain, '/']],
    ['http://plain.example/a/b?c=http://d', [plain, '/a/b?c=http://d']],
    ['http://plain.example?q=1', [plain, '/?q=1']],
    ['http://plain.example:8080#part', [high, '/#part']],
    ['http://both.example:9000/x', [both, '/x']],
    ['https://both.example:9000/x', [bothSecure, '/x']],
    ['HTTP://Plain.EXAMPLE/A', [plain, '/A']],
    ['https://plain.example/', undefined],
    ['ftp://plain.example/', undefined],
    ['see http://plain.example/', undefined],
  ];
  for (const [url, expected] of urls)
    test(`is found by the URL ${url}`, () => {
      const problem = `no http target has the protocol, host and port of the URL '${url}'; add an entry to 'http'`;
      assert.deepEqual(targetByUrl(targets, url), expected === undefined ? { problem } : { found: expected });
    });
});

test('A path is a URL when it begins with a protocol that is driven', () => {
  const paths = ['http://a', 'https://a', 'HTTPS://a', 'ftp://a', '/http://a', 'http:/a', 'httpss://a'];
  assert.deepEqual(paths.map(isUrl), [true, true, true, false, false, false, false]);
});

suite('an address', () => {
  const rows: readonly (readonly [string | undefined, string | undefined, string | undefined])[] = [
    [undefined, undefined, undefined],
    ['10.0.0.1', '10.0.0.1', undefined],
    ['10.0.0.1:8080', '10.0.0.1', '8080'],
    ['host.example:80', 'host.example', '80'],
    ['[::1]', '::1', undefined],
    ['[fe80::1]:8080', 'fe80::1', '8080'],
    ['::1', '::1', undefined],
    ['host:name', 'host:name', undefined],
    ['[::1]:', '[::1]:', undefined],
  ];
  for (const [address, host, port] of rows)
    test(`${address} has the host ${host} and the port ${port}`, () => {
      assert.deepEqual(hostAndPort(address), [host, port]);
    });

  test('has no brackets for a socket when it is an IPv6 address', () => {
    assert.deepEqual(['[::1]', '::1', 'a.example', 'a[1]'].map(socketHost), [
      '::1',
      '::1',
      'a.example',
      'a[1]',
    ]);
  });
});
