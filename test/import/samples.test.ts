import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planned } from '../driver/planning/benchmarks.ts';
import { listen, ok, type Seen } from '../driver/session/shards.ts';
import { accepted, imported, replay, sample } from './replay.ts';

const files = ['shop.curl', 'shop.cmd', 'shop.har', 'shop.openapi.yaml', 'shop.postman_collection.json'];

/** The secrets of the samples. No document may contain them. */
const secrets =
  /6f1e2ac0b9|s3cr3t|tok-991|hunter2|eyJhbGci|c5rf-value|tok-from-the-collection|:hunter2|YW5uOmh1bnRlcjI/;

describe('a document made from a sample', () => {
  for (const file of files) {
    for (const all of [false, true]) {
      const { text } = imported(sample(file), undefined, all);
      it(`is accepted and planned by the driver: ${file}${all ? ' --all' : ''}`, () => {
        planned(accepted(text));
      });

      it(`holds no secret, not even in a comment: ${file}${all ? ' --all' : ''}`, () => {
        assert.doesNotMatch(text, secrets);
      });
    }
  }

  it('differs in every name of a sequence and of a metric', () => {
    for (const file of files) {
      const { draft } = imported(sample(file), undefined, true);
      for (const names of [
        draft.sequences.map(({ name }) => name),
        draft.requests.map(({ metric }) => metric),
      ])
        assert.equal(new Set(names).size, names.length, names.join(', '));
    }
  });
});

/** Method, path and the relevant parts of headers and body, as a server of this test received them. */
const display = ({ method, url, headers, body }: Seen, ...names: readonly string[]): readonly unknown[] => [
  `${method} ${url}`,
  ...names.map((name) => headers[name]),
  ...(body === '' ? [] : [body]),
];

async function servers(run: (one: number, two: number) => Promise<void>): Promise<readonly Seen[][]> {
  const [one, two] = await Promise.all([listen(ok), listen(ok)]);
  try {
    await run(one.port, two.port);
    return [one.seen, two.seen];
  } finally {
    one.close();
    two.close();
  }
}

const at = (port: number): string => `http://127.0.0.1:${port}`;

describe('a server receives the requests of the source', () => {
  it('for curl commands, with secrets from parameters', async () => {
    const { text } = imported(sample('shop.curl'));
    const [seen = []] = await servers((one) =>
      replay(text, { HOST: at(one), COOKIE: 'session=1; consent=all', SHOP_TOKEN: 'tok' }),
    );
    assert.deepEqual(
      seen.map((request) => display(request, 'cookie', 'authorization', 'accept-encoding', 'content-length')),
      [
        [
          'GET /api/search?q=rain%20boots&page=2',
          'session=1; consent=all',
          undefined,
          'gzip, deflate, br',
          undefined,
        ],
        [
          'POST /api/cart',
          undefined,
          'Bearer tok',
          undefined,
          '47',
          '{"product": 17, "note": "it\'s for ${name}\\né"}',
        ],
      ],
    );
    assert.equal(seen[0]?.headers['sec-ch-ua'], '"Chromium";v="141", "Not?A_Brand";v="8"');
  });

  it('for a command of the Windows prompt', async () => {
    const { text } = imported(sample('shop.cmd'));
    const [seen = []] = await servers((one) => replay(text, { HOST: at(one), PASSWORD: 'p' }));
    assert.deepEqual(
      seen.map((request) => display(request, 'content-type')),
      [['POST /api/login', 'application/json', '{"user":"ann","password":"p","share":"50%"}']],
    );
  });

  it('for a HAR, on both of its hosts', async () => {
    const { text } = imported(sample('shop.har'));
    const given = {
      COOKIE: 'c=1',
      ACCESS_TOKEN: 'a&b',
      PASSWORD: 'p',
      AUTHORIZATION: 'Bearer x',
      CSRF_TOKEN: 'z=',
    };
    const [shop = [], api = []] = await servers((one, two) =>
      replay(text, { ...given, HOST: at(one), HOST_API_EXAMPLE_COM: at(two) }),
    );
    assert.deepEqual(
      shop.map((request) => display(request, 'cookie', 'authorization')),
      [
        ['GET /', 'c=1', undefined],
        ['GET /account', 'c=1', 'Bearer x'],
        ['POST /account/address', 'c=1', undefined, 'street=Main%20St%20%26%205th&csrf_token=z%3D'],
      ],
    );
    assert.deepEqual(
      api.map((request) => display(request)),
      [
        ['GET /v1/products?page=1&access_token=a%26b'],
        ['POST /v1/login', '{"user":"ann@example.com","password":"p","remember":true}'],
        ['GET /v1/orders?state=open'],
        ['GET /v1/vouchers/none'],
      ],
    );
    assert.equal(api[1]?.headers['content-length'], '57');
  });

  it('for an OpenAPI description, with values inside its ranges and lists', async () => {
    const { text } = imported(sample('shop.openapi.yaml'), undefined, true);
    const [seen = []] = await servers((one) =>
      replay(text, { HOST: at(one), X_API_KEY: 'k', AUTHORIZATION: 'Bearer x', Q: 'a&b c' }),
    );
    const [list, add, get, head, remove, image, ...more] = seen;
    assert.deepEqual(more, []);
    assert.match(
      list?.url ?? '',
      /^\/v1\/products\?page=[1-9]&sort=(price|name\+%26\+size)&q=a%26b\+c&tags=red,new$/,
    );
    assert.equal(list?.headers['x-api-key'], 'k');
    assert.deepEqual(
      [add?.method, add?.url, add?.headers['content-type']],
      ['POST', '/v1/products', 'application/json'],
    );
    const body = JSON.parse(add?.body ?? '');
    assert.deepEqual([body.name, body.price, 'id' in body], ['umbrella', 12.5, false]);
    assert.match(get?.url ?? '', /^\/v1\/products\/([1-9]\d?|1\d\d|200)$/);
    assert.deepEqual([get?.headers.authorization, get?.headers['x-api-key']], ['Bearer x', undefined]);
    assert.deepEqual([head?.method, head?.headers['x-api-key']], ['HEAD', undefined]);
    assert.equal(remove?.method, 'DELETE');
    assert.match(image?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
  });

  it('for a Postman collection, with its variables', async () => {
    const { text } = imported(sample('shop.postman_collection.json'));
    const given = { SHOP: 'a b', TOKEN: 't', PASSWORD: 'p&q', AUTHORIZATION: 'Basic eA==', PRODUCT_ID: '5' };
    const [shop = [], login = []] = await servers((one, two) =>
      replay(text, { ...given, HOST: at(one), HOST_LOGIN_EXAMPLE_COM_8443: at(two) }),
    );
    assert.deepEqual(
      shop
        .map((request) => ({ ...request, url: request.url.replace(/[\da-f]{8}-[\da-f-]{27}$/, '') }))
        .map((request) => display(request, 'authorization')),
      [
        ['GET /api/health', undefined],
        ['GET /api/products?q=rain%20boots&shop=a+b', 'Bearer t'],
        ['GET /api/products/5/reviews', 'Bearer t'],
        ['POST /api/cart', 'Basic eA==', '{\n  "product": 5,\n  "template": "${price}"\n}'],
        ['GET /api/things/', 'Basic eA=='],
      ],
    );
    assert.equal(shop[1]?.headers['x-off'], undefined);
    assert.equal(shop[3]?.headers['content-type'], 'application/json');
    assert.deepEqual(
      login.map((request) => display(request, 'authorization')),
      [['POST /token', 'Basic eA==', 'grant_type=password%20%26%20more&password=p%26q&product=5']],
    );
  });
});
