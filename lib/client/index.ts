import { facts, type Tree } from './raw.generated.ts';
import { chain, type Options } from './runtime.ts';

export type { Tree } from './raw.generated.ts';
export { ApiError, type Fetch, type FetchInit, type Options, type Reply } from './runtime.ts';

/**
 * A client of the API. It needs `fetch` and nothing else, so it runs in browsers and in Node.
 *
 * A chain of calls is the path of an operation without `/api`. `by` gives the value of a parameter of the path:
 *
 *     const api = client('https://example.com', { apiKey });
 *     const { version } = await api.config.version.get();
 *     const run = await api.run.by(12).get({ signal });
 *     const { runs } = await api.run.list.get({ query: { test: 'checkout', limit: 20 } });
 *     const { id } = await api.burst.post({ body: { benchmark: text } });
 *     for await (const { runs } of api.run.list.pages({ query: { limit: 100 } })) show(runs);
 *
 * An answer in JSON is returned as its value, a text as a string, and an empty answer as `undefined`. With
 * `as: 'reply'` a call returns the answer itself, with its headers and its exact digits:
 *
 *     const reply = await api.run.by(12).data.get({ as: 'reply', headers: { 'if-none-match': etag } });
 *     if (reply.status !== 304) show(await reply.text(), reply.headers.get('etag'));
 *
 * Every other answer is thrown as an ApiError with `status`, `code`, `message`, `details` and `requestId`. No
 * answer is an ApiError with the status 0. An aborted call throws the reason of its signal.
 *
 * The client repeats a GET that was answered with 429 or 503, up to three times, after the time in
 * `Retry-After` when that is at most 10 s. Starts and uploads get an idempotency key, and are also repeated
 * after a lost answer. Large answers are followed to their own address without the credentials.
 *
 * @param url is the origin of the API. A page of the same origin gives ''.
 */
export function client(url: string, options: Options = {}): Tree {
  return chain(url, facts, options) as Tree;
}
