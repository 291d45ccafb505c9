import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cookies } from '../../../../lib/driver/http/cookies/limits.ts';
import { bytesOfText } from '../../../../lib/driver/http/header-encoding.ts';
import { TestJar } from './jars.ts';

/** A jar for the hosts of one shop, and for other hosts. */
const jarOf = (): Promise<TestJar> =>
  new TestJar().knows(
    ...['http://example.com', 'https://example.com', 'http://example.com:8080', 'http://myshop.example.com'],
    ...['http://shop.example.com', 'http://foo.shop.example.com', 'http://other.org', 'https://other.org'],
    ...['http://server', 'http://a.server', 'http://localhost', 'http://a.example.co.uk'],
    ...['http://[::1]', 'http://127.0.0.1'],
  );

test('row 126: sub-domains, origins, parent and foreign domains, paths and expiry', async () => {
  const jar = await jarOf();
  assert.equal(jar.set('http://example.com/', 'foo=bar; domain=example.com;'), undefined);
  assert.equal(
    jar.header('http://foo.shop.example.com/'),
    'foo=bar',
    'a sub-domain gets the cookie of a domain',
  );

  const origin = await jarOf();
  origin.set('http://example.com/', 'foo=bar;');
  assert.equal(
    origin.header('http://shop.example.com/'),
    undefined,
    'without a domain it goes to its host alone',
  );
  assert.equal(origin.header('http://example.com/'), 'foo=bar');

  const parent = await jarOf();
  parent.set('http://shop.example.com/', 'foo=bar; domain=example.com');
  assert.equal(parent.set('http://shop.example.com/', 'evil=1; domain=other.org'), 'foreign');
  assert.equal(parent.header('http://shop.example.com/'), 'foo=bar');
  assert.equal(parent.header('http://other.org/'), undefined);

  const paths = await jarOf();
  paths.set('http://example.com/foo/', 'foo=bar; path=/foo');
  assert.equal(paths.header('http://example.com/foo/bar.php'), 'foo=bar');
  assert.equal(paths.header('http://example.com/'), undefined);
  paths.set('http://example.com/foo.php', 'root=1; path=/');
  assert.equal(paths.header('http://example.com/xxx/yyy'), 'root=1', 'a path above that of the request');

  const life = await jarOf();
  for (const [attribute, sent] of [
    ['expires=Mon, 12-Jul-2038 14:52:12 GMT', 'foo=bar'],
    ['expires=Mon, 15-Sep-2012 16:11:45 GMT', undefined],
    ['expires=Mon, 22-Jul-2038 14:52:12 GMT', 'foo=bar'],
    ['Max-Age=-1', undefined],
    ['max-age=86400', 'foo=bar'],
  ] as const) {
    life.set('http://example.com/', `foo=bar; ${attribute}`);
    assert.equal(life.header('http://example.com/'), sent, attribute);
  }
});

suite('a cookie', () => {
  const secure = 'https://example.com/';
  /** In a row, a path belongs to http://example.com, and `//host/path` belongs to another host over HTTP. */
  const rows: readonly (readonly [string, string, string, string, string | undefined])[] = [
    ['keeps everything behind the first =', '/', 'a=b=c', '/', 'a=b=c'],
    ['loses blanks around, not inside', '/', '  a =  b c\t; Path=/', '/', 'a=b c'],
    ['keeps quotes', '/', 'a="b"', '/', 'a="b"'],
    ['with an empty value is kept', '/', 'a=', '/', 'a='],
    ['without a name is its value', '/', 'alone; Path=/', '/', 'alone'],
    ['is the same over every port', '//example.com:8080/', 'a=1', '/', 'a=1'],
    [
      'is stopped at a dot',
      '//shop.example.com/',
      'a=1; Domain=op.example.com',
      '//shop.example.com/',
      undefined,
    ],
    [
      'of a domain stays out of one whose name ends like it',
      '//shop.example.com/',
      'a=1; Domain=shop.example.com',
      '//myshop.example.com/',
      undefined,
    ],
    [
      'of a public suffix is refused',
      '//a.example.co.uk/',
      'a=1; Domain=co.uk',
      '//a.example.co.uk/',
      undefined,
    ],
    [
      'of a registered domain is not',
      '//a.example.co.uk/',
      'a=1; Domain=.EXAMPLE.co.uk',
      '//a.example.co.uk/',
      'a=1',
    ],
    ['of a host without dots stays there', '//server/', 'a=1; Domain=server', '//a.server/', undefined],
    ['and is sent there', '//server/', 'a=1; Domain=server', '//server/', 'a=1'],
    ['takes the folder of its request', '/shop/login?next=/x', 'a=1', '/shop/cart', 'a=1'],
    ['and no other', '/shop/login', 'a=1', '/shopping', undefined],
    ['ignores a query', '/', 'a=1; Path=/shop', '/shop?x=1', 'a=1'],
    ['matches no path in a query', '/', 'a=1; Path=/shop?x', '/shop?x/y', undefined],
    ['for a path beside that of its request is kept', '/login', 'a=1; Path=/app', '/app/', 'a=1'],
    ['with secure stays off a plain connection', secure, 'a=1; Secure', '/', undefined],
    ['with secure cannot come over one', '/', 'a=1; Secure', secure, undefined],
    ['with secure may come from the machine itself', '//localhost/', 'a=1; Secure', '//localhost/', 'a=1'],
    ['from an address too', '//127.0.0.1/', 'a=1; secure', '//127.0.0.1/', 'a=1'],
    ['from an IPv6 address too', '//[::1]/', 'a=1; secure', '//[::1]/', 'a=1'],
    ['named __Host- needs a path and secure', secure, '__Host-a=1; Secure', secure, undefined],
    ['and has them', secure, '__Host-a=1; Secure; Path=/', 'https://example.com/x', '__Host-a=1'],
    [
      'named __Host- has no domain',
      secure,
      '__HOST-a=1; Secure; Path=/; Domain=example.com',
      secure,
      undefined,
    ],
    ['named __Secure- needs secure', secure, '__Secure-a=1', secure, undefined],
    ['pretends no prefix', secure, '__Secure-a; Secure', secure, undefined],
    ['with a control character is refused', '/', 'a=\u0001', '/', undefined],
    ['that is empty is refused', '/', '=; Path=/', '/', undefined],
    [
      'lives for max-age, whatever expires says',
      '/',
      'a=1; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      '/',
      'a=1',
    ],
    ['takes the last of two paths', '/', 'a=1; Path=/x; Path=/y', '/y', 'a=1'],
    ['takes the last of two domains', '/', 'a=1; Domain=other.org; Domain=', '/', 'a=1'],
    ['ignores a number that is none', '/', 'a=1; Max-Age=1x', '/', 'a=1'],
    ['ignores an attribute that is too long', '/', `a=1; Path=/${'x'.repeat(1_024)}`, '/', 'a=1'],
    ['of the longest pair is kept', '/', `a=${'x'.repeat(4_095)}`, '/', `a=${'x'.repeat(4_095)}`],
    ['of a longer one is not', '/', `a=${'x'.repeat(4_096)}`, '/', undefined],
  ];
  const urlOf = (text: string) =>
    text.startsWith('//') ? `http:${text}` : text.startsWith('/') ? `http://example.com${text}` : text;
  for (const [what, from, text, to, expected] of rows) {
    test(what, async () => {
      const jar = await jarOf();
      jar.set(urlOf(from), text);
      assert.equal(jar.header(urlOf(to)), expected);
    });
  }

  test('with a name that ends in the byte A0 is left out when the document has it too', async () => {
    const jar = await jarOf();
    const name = bytesOfText('città');
    jar.set('http://example.com/', `${name}=1`);
    assert.equal(jar.header('http://example.com/', 'cittÃ=2'), `${name}=1`);
    assert.equal(jar.header('http://example.com/', `a=1; ${name}\t=2`), undefined);
  });

  test('replaces that of the same name, domain and path, in its place', async () => {
    const jar = await jarOf();
    for (const text of ['a=1', 'b=1', 'a=2', 'a=host; Domain=example.com', 'a=deep; Path=/deep'])
      jar.set('http://example.com/', text);
    assert.equal(jar.header('http://example.com/deep/'), 'a=deep; a=2; b=1; a=host');
    assert.equal(jar.jar.size, 4);
  });

  test('is over at its instant, and gone when another comes', async () => {
    const jar = await jarOf();
    jar.set('http://example.com/', 'a=1; Max-Age=5');
    jar.nowMs += 4_999;
    assert.equal(jar.header('http://example.com/'), 'a=1');
    jar.nowMs += 1;
    assert.equal(jar.header('http://example.com/'), undefined);
    jar.set('http://example.com/', 'b=1');
    assert.equal(jar.jar.size, 1);
  });

  test('that is secure is not replaced, nor hidden, over a plain connection', async () => {
    const jar = await jarOf();
    jar.set('https://example.com/', 'sid=good; Secure; Path=/shop');
    assert.equal(jar.set('http://example.com/', 'sid=bad; Path=/shop/cart'), 'insecure');
    assert.equal(jar.set('http://shop.example.com/', 'sid=bad; Path=/shop; Domain=example.com'), 'insecure');
    assert.equal(jar.set('http://other.org/', 'sid=other; Path=/shop'), undefined, 'elsewhere is no matter');
    assert.equal(jar.set('http://example.com/', 'sid=other; Path=/'), undefined, 'nor above it');
    assert.equal(jar.set('https://example.com/', 'sid=new; Path=/shop'), undefined, 'nor over a secure one');
    assert.equal(jar.header('https://example.com/shop'), 'sid=new; sid=other');
  });

  test('beyond as many as one user may have is refused, unless one of them is over', async () => {
    const jar = await jarOf();
    const last = cookies.userMax - 1;
    for (let number = 0; number < last; number += 1) jar.set('http://example.com/', `c${number}=1`);
    assert.equal(jar.set('http://example.com/', 'last=1; Max-Age=1'), undefined);
    assert.equal(jar.set('http://example.com/', 'more=1'), 'full');
    assert.equal(jar.set('http://example.com/', 'c0=2'), undefined, 'a known one has its place');
    jar.nowMs += 1_000;
    assert.equal(jar.set('http://example.com/', 'more=1'), undefined);
    assert.equal(jar.jar.size, cookies.userMax);
  });

  test('is laid out once for requests that carry the same', async () => {
    const jar = await jarOf();
    jar.set('http://example.com/', 'a=1; Path=/');
    jar.set('http://example.com/', 'b=1; Path=/b');
    const [first, again, other] = ['/', '/c', '/b'].map((path) => jar.field(`http://example.com${path}`));
    assert.deepEqual(first, ['cookie', 'a=1']);
    assert.equal(again, first);
    assert.deepEqual(other, ['cookie', 'b=1; a=1']);
    assert.equal(jar.field('http://other.org/'), undefined);
  });

  test('is left out where the document gives one of its name', async () => {
    const jar = await jarOf();
    for (const text of ['sid=1', 'theme=dark', 'alone']) jar.set('http://example.com/', text);
    assert.equal(jar.header('http://example.com/', 'x=1; sid=mine'), 'theme=dark; alone');
    assert.equal(jar.header('http://example.com/', 'sid=a; theme=b; c'), undefined);
  });
});
