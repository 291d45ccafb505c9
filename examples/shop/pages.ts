import { randomUUID } from 'node:crypto';
import { Refusal, type Reply } from './exchange.ts';
import { products } from './products.ts';

/** The front page for a browser: a style sheet, a script, six pictures, and the sign-in form with a token. */
export function frontPage(): Reply {
  const pictures = products.slice(0, 6).map(({ id, name }) => `<img src="/assets/${id}.svg" alt="${name}">`);
  return text('text/html; charset=utf-8', [
    '<!doctype html><html><head><title>Rain</title>',
    '<link rel="stylesheet" href="/assets/shop.css"><script src="/assets/shop.js"></script></head><body>',
    ...pictures,
    `<form method="post" action="/sign-in"><input type="hidden" name="_csrf" value="${formToken()}">`,
    '<input name="user"><input name="password" type="password"></form>',
    '</body></html>',
  ]);
}

/**
 * The tokens of the forms that were sent, oldest first. The oldest token is deleted when there are too many.
 */
const formTokens = new Set<string>();

function formToken(): string {
  const token = randomUUID();
  formTokens.add(token);
  const [oldest] = formTokens;
  if (formTokens.size > signedInMax && oldest !== undefined) formTokens.delete(oldest);
  return token;
}

/** An embedded resource of the front page. */
export function asset(name: string): Reply {
  const [stem, kind] = name.split('.');
  if (name === 'shop.css') return text('text/css', ['body { background: lightgrey }']);
  if (name === 'shop.js') return text('text/javascript', ['document.title += " or shine";']);
  if (kind !== 'svg' || !products.some(({ id }) => String(id) === stem))
    throw new Refusal(404, `there is no ${name}`);
  const picture = `<rect width="${stem}" height="10" fill="blue"/>`;
  return text('image/svg+xml', [`<svg xmlns="http://www.w3.org/2000/svg">${picture}</svg>`]);
}

/** The signed-in customers by token, oldest first. The oldest is deleted when there are too many. */
const signedIn = new Map<string, string>();
const signedInMax = 10_000;

/**
 * Answers the form of the front page with a token in a header. The token of the form may be absent, but not
 * wrong.
 */
export function signIn({ user, password, _csrf }: Readonly<Record<string, unknown>>): Reply {
  if (_csrf !== undefined && !formTokens.has(String(_csrf))) throw new Refusal(403, 'the form is too old');
  const token = openSession(user, password);
  return { status: 200, body: { user }, headers: { 'x-session': token } };
}

/** Any name is a customer, and every customer has the same password. The returned token opens the account. */
export function openSession(user: unknown, password: unknown): string {
  if (typeof user !== 'string' || user === '' || password !== 'rain')
    throw new Refusal(401, 'wrong user or password');
  const token = randomUUID();
  signedIn.set(token, user);
  const [oldest] = signedIn.keys();
  if (signedIn.size > signedInMax && oldest !== undefined) signedIn.delete(oldest);
  return token;
}

/** The account of the customer with this token of `signIn`. */
export function account(authorization: string): Reply {
  const user = signedIn.get(authorization.replace(/^Bearer /, ''));
  if (user === undefined) throw new Refusal(401, 'sign in first', { 'www-authenticate': 'Bearer' });
  return { status: 200, body: { user, orders: [] } };
}

function text(type: string, lines: readonly string[]): Reply {
  return { status: 200, body: `${lines.join('\n')}\n`, headers: { 'content-type': type } };
}
