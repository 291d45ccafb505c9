import { DownpourError } from '../lib/errors.ts';
import { defaultService } from '../lib/store/names.ts';

/** The API as the command line uses it. Contract: `schema/openapi.yaml`. Times in epoch milliseconds. */
export type BurstState = 'planning' | 'running' | 'merging' | 'passed' | 'failed' | 'stopped' | 'incomplete';

export type BurstStatus = {
  readonly id: string;
  readonly benchmark: string;
  readonly state: BurstState;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** Present once the run is stored. */
  readonly runId?: number;
  readonly reason?: string;
  readonly phases: readonly PhaseStatus[];
};

export type PhaseStatus = {
  readonly name: string;
  readonly status: 'NOT_STARTED' | 'SCHEDULED' | 'RUNNING' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  readonly startsAt?: number;
  readonly durationMs?: number;
  readonly isWarmup: boolean;
  readonly failed: boolean;
  readonly failure?: string;
  readonly expectedArrivals: number;
  readonly totals: {
    readonly requests: number;
    readonly responses: number;
    readonly errors: number;
    readonly invalid: number;
  };
  /** The last whole second that shards reported; absent before the first one and after the end. */
  readonly live?: LiveSecond;
};

export type LiveSecond = {
  /** Seconds from the start of the phase. */
  readonly second: number;
  readonly requestsPerSec: number;
  readonly responsesPerSec: number;
  readonly errorsPerSec: number;
  readonly inFlight: number;
  readonly sessions: number;
  readonly latencyP99Ns: number;
  readonly latenessP99Ns: number;
};

export type BurstRequest = {
  /** The text of the document. */
  readonly document: string;
  /** Its name, for the places of problems. */
  readonly file: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly shards?: number;
  readonly seed?: number;
};

export type QueryResult = {
  readonly valid: boolean;
  readonly jsonpath: string;
  readonly errorCode: number;
  readonly sqlState: string | null;
  readonly reason: string | null;
  readonly sql: string | null;
  /** JSON text; null when nothing matched or the expression is wrong. */
  readonly value: string | null;
};

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

export type RunSummary = {
  readonly id: number;
  readonly testname: string;
  readonly start: number;
  readonly stop: number;
  readonly description: string | null;
};

export type RunsPage = { readonly total: number; readonly runs: readonly RunSummary[] };

export type KeySummary = {
  readonly id: number;
  readonly name: string | null;
  readonly role: string;
  /** The beginning of the key, to recognise it. */
  readonly prefix: string;
  readonly creation: number;
  /** Last use; null when never. */
  readonly access: number | null;
  readonly isRevoked: boolean;
  /** Whole days, negative afterwards; null when it never expires. */
  readonly toExpiration: number | null;
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

/** One API. Every method throws a DownpourError: the server's own refusal, or `API_UNREACHABLE`. */
export function connect(credentials: Credentials) {
  const call = caller(credentials);
  return {
    url: credentials.url,
    startBurst: async (request: BurstRequest) =>
      (await call<{ id: string }>('POST', '/api/burst', { json: request })).id,
    burst: (id: string) => call<BurstStatus>('GET', `/api/burst/${encodeURIComponent(id)}`),
    stopBurst: (id: string) => call<unknown>('PUT', `/api/burst/${encodeURIComponent(id)}/stop`),
    /** The run document, byte for byte. */
    runText: (id: number) => call<string>('GET', `/api/run/${id}/data`, { asText: true }),
    /** The newest runs first. */
    runs: (limit: number) =>
      call<RunsPage>('GET', `/api/run/list?limit=${limit}&sort=id&direction=Descending`),
    query: (id: number, query: string, array: boolean) =>
      call<QueryResult>('GET', queryPath(id, query, array), { accepts: (body) => isQueryResult(body) }),
    /** The id of the new run. */
    upload: ({ document, ...parameters }: RunUpload) =>
      call<string>('POST', `/api/run/data?${new URLSearchParams(parameters)}`, {
        bytes: document,
        asText: true,
      }),
    /** The key itself, which is shown this once. */
    createKey: (name: string) => call<string>('POST', '/api/user/apikey', { json: { name }, asText: true }),
    keys: () => call<readonly KeySummary[]>('GET', '/api/user/apikey'),
    revokeKey: (id: number) => call<string>('PUT', `/api/user/apikey/${id}/revoke`, { asText: true }),
  };
}

export function queryPath(run: number, query: string, array: boolean): string {
  return `/api/sql/${run}/queryrun?${new URLSearchParams({ query, ...(array ? { array: 'true' } : {}) })}`;
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
  let body: BodyInit | undefined = sending.bytes as BodyInit | undefined;
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

function isQueryResult(body: unknown): body is QueryResult {
  return typeof body === 'object' && body !== null && 'valid' in body && 'jsonpath' in body;
}
