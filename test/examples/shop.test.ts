import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Shop, startShop } from '../../examples/shop/shop.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ random: () => 0 });
});
after(() => shop.close());
beforeEach(() => shop.reset());

const json = { 'content-type': 'application/json' };

/** All members that answers of the shop may have. */
type Body = {
  readonly id: string;
  readonly user: string;
  readonly token: string;
  readonly access_token: string;
  readonly cart: string;
  readonly totalCents: number;
  readonly products: readonly [{ readonly id: number; readonly name: string; readonly priceCents: number }];
};

const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = json) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(shop.url + path, { method, headers, body: text });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

describe('the shop answers', () => {
  const cases: readonly [string, string, unknown, number][] = [
    ['GET', '/health', undefined, 200],
    ['GET', '/products', undefined, 200],
    ['GET', '/products?page=3', undefined, 200],
    ['GET', '/products?page=0', undefined, 400],
    ['GET', '/products/1', undefined, 200],
    ['GET', '/products/200', undefined, 200],
    ['GET', '/products/201', undefined, 404],
    ['GET', '/products/constructor', undefined, 404],
    ['GET', '/search?q=blue+umbrella', undefined, 200],
    ['GET', '/search', undefined, 400],
    ['POST', '/login', { user: 'ann', password: 'rain' }, 200],
    ['POST', '/login', { user: 'ann', password: 'sun' }, 401],
    ['POST', '/cart', { product: 7, quantity: 2 }, 201],
    ['POST', '/cart', { product: '7' }, 201],
    ['POST', '/cart', { product: 7, quantity: 0 }, 400],
    ['POST', '/cart', { product: 999 }, 404],
    ['POST', '/cart', 'no json', 400],
    ['POST', '/cart', '[1]', 400],
    ['POST', '/cart', { pad: 'x'.repeat(20_000) }, 413],
    ['POST', '/checkout', { cart: 'unknown' }, 404],
    ['GET', '/nowhere', undefined, 404],
    ['DELETE', '/products', undefined, 405],
  ];
  for (const [method, path, body, status] of cases) {
    it(`${status} to ${method} ${path} ${JSON.stringify(body ?? '').slice(0, 40)}`, async () => {
      assert.equal((await ask(method, path, body)).status, status);
    });
  }

  it('415 to a body that does not call itself JSON', async () => {
    assert.equal((await ask('POST', '/cart', '{}', { 'content-type': 'text/plain' })).status, 415);
  });

  it('a service with a token that opens the account, and no other kind of grant', async () => {
    const fields = { grant_type: 'client_credentials', client_id: 'load-test', client_secret: 'rain' };
    const token = (changed: object) =>
      ask('POST', '/oauth/token', String(new URLSearchParams({ ...fields, ...changed })), form);
    const { status, body } = await token({});
    assert.equal(status, 200);
    const authorization = `Bearer ${body.access_token}`;
    assert.equal((await ask('GET', '/account', undefined, { authorization })).body.user, 'load-test');
    assert.equal((await token({ client_secret: 'sun' })).status, 401);
    assert.equal((await token({ grant_type: 'password' })).status, 400);
  });

  it('with the allowed methods when it knows only the path', async () => {
    assert.equal((await ask('PUT', '/cart', {})).headers.get('allow'), 'POST');
  });
});

describe('a customer', () => {
  it('finds, fills a cart and checks out once', async () => {
    const found = await ask('GET', '/search?q=yellow+raincoat');
    const product = found.body.products[0];
    assert.match(product.name, /yellow raincoat/);
    const { body: filled } = await ask('POST', '/cart', { product: product.id, quantity: 2 });
    const { body: order, status } = await ask('POST', '/checkout', { cart: filled.cart });
    assert.equal(status, 201);
    assert.match(order.id, /^[0-9a-f-]{36}$/);
    assert.equal(order.totalCents, 2 * product.priceCents);
    assert.equal((await ask('POST', '/checkout', { cart: filled.cart })).status, 404);
  });
});

it('the token of a login opens the account', async () => {
  const { body } = await ask('POST', '/login', { user: 'ann', password: 'rain' });
  const account = await ask('GET', '/account', undefined, { authorization: `Bearer ${body.token}` });
  assert.equal(account.body.user, 'ann');
});

describe('a browser', () => {
  it('gets a page, finds everything that it embeds, and signs in with its form', async () => {
    const page = await fetch(`${shop.url}/home`);
    assert.deepEqual([page.redirected, page.url], [true, `${shop.url}/`]);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const html = await page.text();
    const embedded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    assert.equal(embedded.length, 8);
    const statuses = embedded.map(async (path) => (await fetch(shop.url + path)).status);
    assert.deepEqual(await Promise.all(statuses), Array(8).fill(200));
    assert.equal((await fetch(`${shop.url}/assets/201.svg`)).status, 404);
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
    assert.equal((await ask('POST', action, 'user=ann&password=sun', form)).status, 401);
    const { headers } = await ask('POST', action, 'user=ann&password=rain', form);
    const authorization = `Bearer ${headers.get('x-session')}`;
    assert.equal((await ask('GET', '/account', undefined, { authorization })).status, 200);
    assert.equal((await ask('GET', '/account')).status, 401);
    assert.equal((await ask('POST', action, {})).status, 415);
    const token = /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const sent = (csrf: string) => ask('POST', action, `user=ann&password=rain&_csrf=${csrf}`, form);
    assert.deepEqual([(await sent(token)).status, (await sent('wrong')).status], [200, 403]);
  });

  it('gets answers compressed only when it asks for that, and how long the shop took', async () => {
    const packed = await fetch(`${shop.url}/products`, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    assert.equal(((await packed.json()) as Body).products.length, 20);
    const plain = await fetch(`${shop.url}/products`, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(plain.headers.get('x-backend-time'), '0');
  });
});

describe('the shop’s own counts', () => {
  it('name every route, unknown ones too, and leave /stats out', async () => {
    await Promise.all([1, 2, 3].map((id) => ask('GET', `/products/${id}`)));
    await ask('POST', '/cart', { product: 1 });
    await ask('GET', '/nowhere');
    const { body } = await ask('GET', '/stats');
    const expected = { requests: 5, routes: { 'GET /products/{id}': 3, 'POST /cart': 1, unmatched: 1 } };
    assert.deepEqual(body, expected);
    assert.deepEqual(shop.counts(), expected);
  });

  it('start again from nothing after a reset', async () => {
    await ask('GET', '/health');
    assert.deepEqual((await ask('POST', '/stats/reset', {})).body, { requests: 0, routes: {} });
  });
});

describe('the shop’s command', () => {
  const main = join(import.meta.dirname, '../../examples/shop/main.ts');

  it('prints its URL first, serves there and ends on a signal', async () => {
    const child = spawn(process.execPath, [main, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    assert.equal((await fetch(`${url}/health`)).status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });

  it('speaks TLS with the option --tls', async () => {
    const child = spawn(process.execPath, [main, '0', '--tls'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    const ca = await readFile(join(import.meta.dirname, '../../examples/data/shop.crt'));
    const [response] = await once(get(`${url}/health`, { ca }), 'response');
    assert.deepEqual([new URL(url).protocol, response.statusCode], ['https:', 200]);
    response.resume();
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });

  it('refuses what is no port', async () => {
    const child = spawn(process.execPath, [main, '70000'], { stdio: 'ignore' });
    assert.deepEqual(await once(child, 'exit'), [2, null]);
  });
});
