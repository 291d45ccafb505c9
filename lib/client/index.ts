import { facts, type Tree } from './raw.generated.ts';
import { chain } from './runtime.ts';
import type { Options } from './runtime-types.ts';

export { ApiError } from './api-error.ts';
export { type Second, start, watch } from './bursts.ts';
export { query, queryAll } from './query.ts';
export type { Tree } from './raw.generated.ts';
export type { Fetch, FetchInit, Options, Reply } from './runtime-types.ts';

/**
 * A client of the API. It needs `fetch` and nothing else, so it runs in browsers, Node, Deno and Bun.
 *
 * A chain is the path of an operation without `/api`. `by` gives the value of a parameter of the path:
 *
 *     const api = client('https://example.com', { apiKey });
 *     const { version } = await api.config.version.get();
 *     const run = await api.run.by(12).get({ signal });
 *     const { runs } = await api.run.list.get({ query: { test: 'checkout', limit: 20 } });
 *     const { id } = await start(api, { document });
 *     for await (const { runs } of api.run.list.pages({ query: { limit: 100 } })) show(runs);
 *
 * An object or a list is sent as JSON, and bytes are sent as they are. An answer in JSON is returned as its
 * value, a text as a string, and an empty answer as `undefined`. The option `as` returns something else:
 *
 *     // The text of an answer in JSON, with the digits of its numbers.
 *     const text = await api.run.by(12).data.get({ as: 'text' });
 *     // The answer itself, with its status and its headers. Only this way returns a 304.
 *     const reply = await api.run.by(12).data.get({ as: 'reply', headers: { 'if-none-match': etag } });
 *     if (reply.status !== 304) show(await reply.text(), reply.headers.get('etag'));
 *     // A link to the answer, which needs no key and works for 15 minutes.
 *     const link = await api.run.by(12).data.get({ as: 'url' });
 *
 * Every other answer is thrown as an ApiError with `status`, `code`, `message`, `details` and `requestId`. A
 * request without an answer is an ApiError with the status 0. An aborted call throws its signal's reason.
 *
 * The client repeats a GET after the statuses 429 and 503, up to three times. It waits as long as the header
 * `Retry-After` requests, or gives up when that is more than 10 s. Starts and uploads get an idempotency key,
 * and are also repeated after other failures and after a lost answer. A large answer is read from an address
 * of its own, which gets no credentials.
 *
 * @param url is the origin of the API. It is empty on a page of the same origin.
 * @throws TypeError for an address that is neither a path nor begins with http:// or https://.
 */
export function client(url: string, options: Options = {}): Tree {
  if (!/^(https?:\/\/|\/|$)/i.test(url))
    throw new TypeError(`the address of the server must begin with http:// or https://, found ${url}`);
  return chain(url, facts, options) as Tree;
}
