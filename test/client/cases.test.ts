import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, client, type FetchInit, type Reply } from '../../lib/client/index.ts';
import cases from './cases.json' with { type: 'json' };

/**
 * The clients of all languages must send the requests of cases.json, and return the same values and errors
 * for its answers. An address without a host belongs to the API. The value `*` of a header means any value,
 * which is the same in a repeated request.
 */
type Case = {
  readonly name: string;
  readonly options?: { readonly apiKey?: string; readonly service?: string; readonly headers?: Texts };
  readonly call: Call;
  readonly exchanges: readonly Exchange[];
  /** The pauses before repeated requests in milliseconds. Absent: no pause. */
  readonly pausesMs?: readonly number[];
  /** The value that the client returns. Absent, together with `error` and `reply`: it returns no value. */
  readonly value?: unknown;
  readonly pages?: readonly unknown[];
  readonly reply?: { readonly status: number; readonly headers: Texts; readonly text: string };
  readonly error?: Texts & { readonly status: number };
};
type Texts = Readonly<Record<string, string>>;
type Call = Body & {
  readonly path: readonly (string | { readonly by: string | number })[];
  readonly verb: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Texts;
  readonly as?: 'reply' | 'text' | 'url';
  readonly isRepeatable?: boolean;
};
type Body = {
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: string;
  readonly form?: Texts;
};
type Exchange = {
  readonly request: Body & {
    readonly method: string;
    readonly url: string;
    readonly headers?: Texts;
    /** Headers that the request does not have. */
    readonly absent?: readonly string[];
  };
  readonly answer?: {
    readonly status: number;
    readonly headers?: Texts;
    readonly json?: unknown;
    readonly text?: string;
    /** True: a browser hides the status and the headers of a redirect. */
    readonly hidden?: true;
  };
  /** The reason why the server sends no answer. */
  readonly lost?: string;
};

const origin = 'http://api.test';

describe('the client of the API', () => {
  for (const each of cases as unknown as readonly Case[]) it(each.name, () => hold(each));
});

async function hold(each: Case): Promise<void> {
  const { options, call, exchanges, pausesMs = [], error, reply, pages, value } = each;
  const seen: { url: string; init: FetchInit }[] = [];
  const pauses: number[] = [];
  let isRead = true;
  const fetch = async (url: string, init: FetchInit): Promise<Reply> => {
    const exchange = exchanges[seen.length];
    seen.push({ url, init });
    assert.ok(exchange, `there is a further request: ${init.method} ${url}`);
    if (exchange.answer === undefined) throw new Error(exchange.lost);
    const reply = replyOf(exchange.answer);
    isRead = false;
    const text = (): Promise<string> => {
      isRead = true;
      return reply.text();
    };
    return { ...reply, text };
  };
  const wait = async (ms: number): Promise<void> => {
    assert.ok(isRead, 'an answer that is not read keeps its connection');
    pauses.push(ms);
  };
  const api = client(origin, { ...options, fetch, wait });
  const read: unknown[] = [];
  const result = await called(api, call, read).catch((thrown: unknown) => thrown);
  if (error !== undefined) assert.deepEqual(factsOf(result, error), error);
  else if (reply !== undefined) assert.deepEqual(await textOf(result as Reply, reply.headers), reply);
  else assert.deepEqual(result, value);
  assert.deepEqual(read, pages ?? []);
  assert.deepEqual(pauses, pausesMs);
  assert.equal(seen.length, exchanges.length);
  for (const [at, { request }] of exchanges.entries()) holdRequest(request, seen[at], seen[0]);
}

type Chain = { readonly [name: string]: Chain & ((call?: unknown) => unknown) };

async function called(api: unknown, { path, verb, ...call }: Call, read: unknown[]): Promise<unknown> {
  const { json, text, bytes, form, query, ...rest } = call;
  const body = json ?? text ?? (bytes === undefined ? undefined : new TextEncoder().encode(bytes));
  const sent = form === undefined ? body : new URLSearchParams(form);
  const given = query && Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null));
  let chain = api as Chain;
  for (const segment of path)
    chain = typeof segment === 'string' ? chain[segment]! : (chain.by!(segment.by) as Chain);
  const answer = chain[verb]!({ ...rest, query: given, body: sent });
  if (verb !== 'pages') return answer;
  for await (const page of answer as AsyncIterable<unknown>) read.push(page);
  return undefined;
}

function replyOf({ status, headers = {}, json, text, hidden }: NonNullable<Exchange['answer']>): Reply {
  const type: Texts = json === undefined ? {} : { 'content-type': 'application/json' };
  const body = json === undefined ? (text ?? '') : JSON.stringify(json);
  const all = new Headers({ ...type, ...headers });
  return {
    status,
    headers: all,
    type: hidden ? 'opaqueredirect' : 'basic',
    text: async () => body,
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
  };
}

function factsOf(error: unknown, expected: object): unknown {
  assert.ok(error instanceof ApiError, String(error));
  const { status, code, message, details, requestId } = error;
  const all = { status, code, message, details, requestId };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => value !== undefined || name in expected),
  );
}

async function textOf(reply: Reply, headers: Texts): Promise<unknown> {
  const seen = Object.keys(headers).map((name) => [name, reply.headers.get(name)]);
  return { status: reply.status, headers: Object.fromEntries(seen), text: await reply.text() };
}

function holdRequest(
  expected: Exchange['request'],
  seen?: { url: string; init: FetchInit },
  first = seen,
): void {
  const { url, init } = seen!;
  const { method, headers, redirect, credentials } = init;
  assert.deepEqual([method, url], [expected.method, String(new URL(expected.url, origin))]);
  assert.deepEqual([redirect, credentials], ['manual', 'omit']);
  for (const [name, value] of Object.entries(expected.headers ?? {}))
    assert.equal(headers[name], value === '*' ? first?.init.headers[name] : value, name);
  for (const [name, value] of Object.entries(expected.headers ?? {}))
    if (value === '*') assert.match(headers[name] ?? '', /^\S{16,}$/);
  for (const name of expected.absent ?? []) assert.equal(headers[name], undefined, name);
  const { json, text } = expected;
  const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : init.body;
  if (json !== undefined) assert.deepEqual(JSON.parse(String(body)), json);
  if (text !== undefined) assert.equal(String(body), text);
}
