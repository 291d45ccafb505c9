import { randomUUID } from 'node:crypto';
import { Refusal, type Reply } from './exchange.ts';
import { account, asset, frontPage, openSession, signIn } from './pages.ts';
import { findProduct, products, searchProducts } from './products.ts';

/** The content types of a body: JSON, or the fields of a form as a browser sends them. */
export type BodyType = 'application/json' | 'application/x-www-form-urlencoded';

type ShopRequest = {
  /** `{id}` of the path, or an empty text. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The header `authorization`, or an empty text. */
  readonly authorization: string;
  /** Present for POST only. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
};

type Answer = {
  readonly method: 'GET' | 'POST';
  /** The name of the request in the counts. */
  readonly route: string;
  readonly path: RegExp;
  /** The content type that a POST must have. */
  readonly takes: BodyType;
  /** The mean time of the answer in milliseconds, like that of a database query. */
  readonly meanMs: number;
  readonly reply: (request: ShopRequest) => Reply;
};

const pageSize = 20;

/** All routes of the shop. */
export const answers: readonly Answer[] = [
  get('/health', 0, () => ({ status: 200, body: { status: 'ok' } })),
  get('/products', 2, ({ query }) => ({
    status: 200,
    body: { featured: featured(), ...page(products, query) },
  })),
  get('/products/{id}', 3, ({ id }) => ({ status: 200, body: productOf(id) })),
  get('/search', 8, ({ query }) => ({
    status: 200,
    body: page(searchProducts(required(query, 'q')), query),
  })),
  get('/', 3, frontPage),
  get('/home', 0, () => ({ status: 301, body: '', headers: { location: '/' } })),
  get('/assets/{id}', 1, ({ id }) => asset(id)),
  get('/account', 2, ({ authorization }) => account(authorization)),
  {
    ...post('/sign-in', 5, ({ body }) => signIn(body ?? {})),
    takes: 'application/x-www-form-urlencoded',
  },
  post('/login', 5, ({ body }) => login(body)),
  {
    ...post('/oauth/token', 5, ({ body }) => issueToken(body ?? {})),
    takes: 'application/x-www-form-urlencoded',
  },
  post('/cart', 4, ({ body }) => addToCart(body)),
  post('/checkout', 10, ({ body }) => checkOut(body)),
];

function get(route: string, meanMs: number, reply: Answer['reply']): Answer {
  return {
    method: 'GET',
    route: `GET ${route}`,
    path: pathOf(route),
    takes: 'application/json',
    meanMs,
    reply,
  };
}

function post(route: string, meanMs: number, reply: Answer['reply']): Answer {
  return {
    method: 'POST',
    route: `POST ${route}`,
    path: pathOf(route),
    takes: 'application/json',
    meanMs,
    reply,
  };
}

function pathOf(route: string): RegExp {
  return new RegExp(`^${route.replace('{id}', '([^/]+)')}$`);
}

/** The id of today's featured product. */
function featured(): number {
  return 1 + (new Date().getDate() % products.length);
}

function page(found: readonly unknown[], query: URLSearchParams): object {
  const number = Number(query.get('page') ?? 1);
  if (!Number.isInteger(number) || number < 1) throw new Refusal(400, 'page must be a whole number from 1');
  return {
    total: found.length,
    page: number,
    products: found.slice((number - 1) * pageSize, number * pageSize),
  };
}

function productOf(id: string | number): NonNullable<ReturnType<typeof findProduct>> {
  const product = findProduct(id);
  if (product === undefined) throw new Refusal(404, `there is no product ${id}`);
  return product;
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value === null || value.trim() === '') throw new Refusal(400, `the query parameter ${name} is missing`);
  return value;
}

/** Signs a customer in as `/sign-in` does, with the token in the body. */
function login(body: ShopRequest['body']): Reply {
  return { status: 200, body: { user: body?.user, token: openSession(body?.user, body?.password) } };
}

/** Gives a service a token, as an OAuth 2 server does (RFC 6749, client credentials). */
function issueToken(body: NonNullable<ShopRequest['body']>): Reply {
  if (body.grant_type !== 'client_credentials') throw new Refusal(400, 'unsupported_grant_type');
  const token = openSession(body.client_id, body.client_secret);
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 300 } };
}

type Item = { readonly product: number; readonly quantity: number };

/** Carts by id, oldest first. The oldest cart is deleted when there are too many. */
const carts = new Map<string, readonly Item[]>();
const cartsMax = 10_000;

function addToCart(body: ShopRequest['body']): Reply {
  const { cart = randomUUID(), product, quantity = 1 } = body ?? {};
  const amount = Number(quantity);
  if (!Number.isInteger(amount) || amount < 1)
    throw new Refusal(400, 'quantity must be a whole number from 1');
  const { id } = productOf(String(product));
  const items = [...(carts.get(String(cart)) ?? []), { product: id, quantity: amount }];
  carts.set(String(cart), items);
  const [oldest] = carts.keys();
  if (carts.size > cartsMax && oldest !== undefined) carts.delete(oldest);
  return { status: 201, body: { cart, items, totalCents: totalCents(items) } };
}

function checkOut(body: ShopRequest['body']): Reply {
  const cart = String(body?.cart);
  const items = carts.get(cart);
  if (items === undefined) throw new Refusal(404, `there is no cart ${cart}`);
  carts.delete(cart);
  return { status: 201, body: { id: randomUUID(), items, totalCents: totalCents(items) } };
}

function totalCents(items: readonly Item[]): number {
  return items.reduce((sum, { product, quantity }) => sum + productOf(product).priceCents * quantity, 0);
}
