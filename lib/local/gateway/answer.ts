import type { OutgoingHttpHeaders } from 'node:http';

export type Answer = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
};

/** Headers that apply to one connection only. The gateway sets them itself. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade']);

/**
 * Makes an HTTP answer from a function's result, as API Gateway does. An object with a `statusCode` is the
 * answer, and any other value is the JSON body of a 200. Undefined for a malformed answer.
 */
export function answerOf(result: unknown): Answer | undefined {
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
  }
  const {
    statusCode,
    headers = {},
    cookies,
    body = '',
    isBase64Encoded,
  } = result as Readonly<Record<string, unknown>>;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  if (typeof body !== 'string' || typeof headers !== 'object' || headers === null) return undefined;
  const given = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
    .filter(([name]) => !hopByHop.has(name));
  return {
    status,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...Object.fromEntries(given),
      ...(Array.isArray(cookies) && { 'set-cookie': cookies.map(String) }),
    },
    body: Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

/** An answer that the gateway itself makes. */
export const message = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message: text })),
});

/**
 * Adds the header `retry-after: 1` to an answer, so that the client sends its request again after a second.
 */
export function later(answer: Answer, more: OutgoingHttpHeaders = {}): Answer {
  return { ...answer, headers: { ...answer.headers, 'retry-after': '1', ...more } };
}

/**
 * The answer when this machine is busy. The request had no effect yet, or none that a second request would
 * repeat.
 */
const busy = message(503, 'Service Unavailable: this machine is busy; send the request again');
export const unavailable = later(busy);

/** The advice for a client whose body is too large. API Gateway has no such text. */
export const larger = 'send the body compressed, or through an upload URL, as `downpour upload` does';
