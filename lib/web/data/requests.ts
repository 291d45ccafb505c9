import { type Query, queryText } from '../addresses/table.ts';
import { isExpired, keyInUse } from './session.ts';

/** An answer of the API that is an error, with its code, its sentence and the id of the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  constructor(status: number, code: string, message: string, requestId?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

export type Sent = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Query;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** True: the request has no key, as the first one of a person who signs in. */
  readonly anonymous?: boolean;
};

let keyHeader = '';

/** The name of the header for keys, which `GET /api/config/web` tells. */
export function useKeyHeader(name: string): void {
  keyHeader = name;
}

/** Sends a request to the API of this origin and returns the answer, whatever its status is. */
async function send(path: string, sent: Sent): Promise<Response> {
  const { method = 'GET', query = {}, json, headers = {}, signal, anonymous = false } = sent;
  const key = anonymous ? undefined : keyInUse();
  return await fetch(path + queryText(query), {
    method,
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { [keyHeader]: key }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal !== undefined && { signal }),
    credentials: 'omit',
  });
}

/**
 * The JSON that the API answers.
 * @throws ApiError the error of the API; `OFFLINE` when no answer came.
 */
export async function ask<T>(path: string, sent: Sent = {}): Promise<T> {
  const text = await askText(path, sent);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The text that the API answers, with the digits of its numbers as they are. Throws as `ask` does. */
export async function askText(path: string, sent: Sent = {}): Promise<string> {
  const response = await sendOrFail(path, sent);
  const text = await response.text();
  if (response.ok) return text;
  if (response.status === 401 && keyInUse() !== undefined && sent.anonymous !== true) isExpired.value = true;
  throw errorOf(response, text);
}

async function sendOrFail(path: string, sent: Sent): Promise<Response> {
  try {
    return await send(path, sent);
  } catch (error) {
    // `fetch` reports a lost connection so. An aborted request is a DOMException.
    if (error instanceof TypeError)
      throw new ApiError(0, 'OFFLINE', 'The server does not answer. The page tries again when you ask.');
    throw error;
  }
}

function errorOf(response: Response, text: string): ApiError {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  try {
    const { code, message, requestId: id } = JSON.parse(text) as Record<string, string | undefined>;
    return new ApiError(response.status, code ?? 'UNKNOWN', message ?? text, id ?? requestId);
  } catch (error) {
    if (error instanceof SyntaxError) return new ApiError(response.status, 'UNKNOWN', text, requestId);
    throw error;
  }
}
