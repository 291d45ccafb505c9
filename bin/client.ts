import type {
  ApiKeyResponse,
  BurstAccepted,
  BurstRequest,
  BurstStatus,
  FilterQueryResult,
  RunsSummary,
} from '../lib/api.generated.ts';
import { DownpourError } from '../lib/errors.ts';
import { defaultService } from '../lib/store/names.ts';

/** A document to keep as a run. */
export type RunUpload = {
  readonly document: Uint8Array;
  readonly test: string;
  /** Epoch milliseconds, an ISO instant, or a JSONPath into the document. */
  readonly start: string;
  readonly stop: string;
  readonly owner?: string;
  readonly access?: string;
  readonly description?: string;
};

export type Credentials = {
  readonly url: string;
  readonly apiKey?: string;
  /** `<service>` of the header `X-<service>-API-Key`. */
  readonly service?: string;
};

const replyTimeoutMs = 60_000;
const redirectsMax = 3;

export type Api = ReturnType<typeof connect>;

/** One API (`schema/openapi.yaml`). Every method throws a DownpourError: the server's own refusal, or `API_UNREACHABLE`. */
export function connect(credentials: Credentials) {
  const call = caller(credentials);
  return {
    url: credentials.url,
    startBurst: async (request: BurstRequest) =>
      (await call<BurstAccepted>('POST', '/api/burst', { json: request })).id,
    burst: (id: string) => call<BurstStatus>('GET', `/api/burst/${encodeURIComponent(id)}`),
    stopBurst: (id: string) => call<unknown>('PUT', `/api/burst/${encodeURIComponent(id)}/stop`),
    /** The run document, byte for byte. */
    runText: (id: number) => call<string>('GET', `/api/run/${id}/data`, { asText: true }),
    /** The newest runs first. */
    runs: (limit: number) =>
      call<RunsSummary>('GET', `/api/run/list?limit=${limit}&sort=id&direction=Descending`),
    query: (id: number, query: string, array: boolean, explain = false) =>
      call<FilterQueryResult>('GET', queryPath(id, query, { array, explain }), {
        accepts: (body) => isQueryResult(body),
      }),
    /** The id of the new run. */
    upload: ({ document, ...parameters }: RunUpload) =>
      call<string>('POST', `/api/run/data?${given(parameters)}`, {
        bytes: document,
        asText: true,
      }),
    /** The key itself, which is shown this once. */
    createKey: (name: string) => call<string>('POST', '/api/user/apikey', { json: { name }, asText: true }),
    keys: () => call<readonly ApiKeyResponse[]>('GET', '/api/user/apikey'),
    revokeKey: (id: number) => call<string>('PUT', `/api/user/apikey/${id}/revoke`, { asText: true }),
  };
}

/** Of the switches, only those that are on are sent. */
function queryPath(run: number, query: string, switches: Readonly<Record<string, boolean>>): string {
  const parameters = new URLSearchParams({ query });
  for (const [name, isOn] of Object.entries(switches)) if (isOn) parameters.set(name, 'true');
  return `/api/sql/${run}/queryrun?${parameters}`;
}

/** The parameters that have a value. */
function given(parameters: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const entries = Object.entries(parameters);
  return new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

type Sending = {
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  /** The answer is wanted as it was sent. */
  readonly asText?: boolean;
  /** A refusal whose body is nevertheless the answer. */
  readonly accepts?: (body: unknown) => boolean;
};

function caller({ url, apiKey, service = defaultService }: Credentials) {
  const key: Record<string, string> =
    apiKey === undefined ? {} : { [`x-${service.toLowerCase()}-api-key`]: apiKey };
  return async <T>(method: string, path: string, sending: Sending = {}): Promise<T> => {
    const answer = await exchange(new URL(url.replace(/\/$/, '') + path), method, key, sending);
    const text = await answer.text();
    if (answer.ok && sending.asText) return text as T;
    const body = parsed(text);
    if (answer.ok || sending.accepts?.(body)) return body as T;
    throw refusal(answer.status, body, text, url);
  };
}

async function exchange(
  url: URL,
  method: string,
  key: Record<string, string>,
  sending: Sending,
): Promise<Response> {
  let [target, verb, headers] = [url, method, { ...key }];
  let body: RequestInit['body'] = sending.bytes;
  if (sending.json !== undefined) body = JSON.stringify(sending.json);
  if (body !== undefined || method === 'GET') headers['content-type'] = 'application/json';
  for (let redirects = 0; ; redirects += 1) {
    const answer = await reach(target, { method: verb, headers, body, redirect: 'manual' });
    const location = answer.headers.get('location');
    if (answer.status !== 303 || location === null || redirects === redirectsMax) return answer;
    // A reply above the platform's limit waits at a presigned address, which must not see the key.
    [target, verb, headers, body] = [new URL(location, target), 'GET', {}, undefined];
  }
}

async function reach(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(replyTimeoutMs) });
  } catch (cause) {
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new DownpourError('API_UNREACHABLE', 503, `No answer from ${url.origin}: ${why}`, { cause });
  }
}

function refusal(status: number, body: unknown, text: string, url: string): DownpourError {
  const told =
    typeof body === 'object' && body !== null ? (body as { code?: unknown; message?: unknown }) : {};
  const message =
    typeof told.message === 'string' ? told.message : text.trim().slice(0, 500) || 'no explanation';
  const code = typeof told.code === 'string' ? told.code : `HTTP_${status}`;
  const hint = status === 401 ? ` (${url} wants an API key: set DOWNPOUR_API_KEY)` : '';
  return new DownpourError(code, status, message + hint, { details: body });
}

/** JSON where the body is JSON, else the text: a proxy in between may answer in HTML. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function isQueryResult(body: unknown): body is FilterQueryResult {
  return typeof body === 'object' && body !== null && 'valid' in body && 'jsonpath' in body;
}
