import { randomUUID } from 'node:crypto';
import type {
  ApiKeyRequest,
  ApiKeyResponse,
  BurstAccepted,
  BurstForecast,
  BurstRequest,
  BurstStatus,
  BurstsSummary,
  DeploymentFacts,
  FilesAccepted,
  FilesRequest,
  FilterQueryResult,
  ScheduleRequest,
  ScheduleSummary,
  SchedulesSummary,
} from '../../lib/api.generated.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { DownpourError } from '../../lib/errors.ts';
import { type Answer, type Connections, reasonOf, sendRequest } from '../../lib/http-client/call.ts';
import { defaultService } from '../../lib/names/environment.ts';
import { usualPorts } from '../cli/context.ts';
import { identities } from './identities.ts';
import { putter } from './put.ts';
import { runCalls } from './run-calls.ts';
import { seriesCalls } from './series-calls.ts';
import { stopper } from './stopper.ts';
import { given, uploadCalls } from './upload-calls.ts';

/** Options of a query of a run. An absent switch is off, and an absent dialect is the default of the API. */
export type QueryOptions = {
  readonly array?: boolean;
  readonly explain?: boolean;
  readonly lenient?: boolean;
  readonly dialect?: 'jsonpath' | 'sql' | undefined;
};

export type Credentials = {
  readonly url: string;
  readonly apiKey?: string;
  /** The name of the option or variable with the key, for messages. @default 'DOWNPOUR_API_KEY' */
  readonly keyIn?: string;
  /** `<service>` of the header `X-<service>-API-Key`. */
  readonly service?: string;
};

const replyTimeoutMs = 60_000;

export type Api = ReturnType<typeof connect>;

/**
 * Connects to an API (`schema/openapi.json`). Every method throws a DownpourError: the error of the server,
 * `API_UNREACHABLE`, or `URL_FOREIGN` when another program answers.
 *
 * @param agent has the connections; when absent, the client uses the connections of this process.
 * @throws DownpourError `URL_INVALID` (400).
 */
export function connect(credentials: Credentials, agent?: Connections) {
  const { url } = credentials;
  checkUrl(url);
  const call = caller(credentials, agent);
  const stopped = new Set<string>();
  const tokens = new Map<string, string>();
  const stop = stopper(call, (id) => tokens.get(id));
  return {
    url,
    ...identities(call),
    /**
     * Starts a burst with an idempotency key. When the answer is lost, the request is sent again and the load
     * runs only once.
     */
    startBurst: async (request: BurstRequest, warn?: (problems: readonly Problem[]) => void) => {
      const headers = { 'idempotency-key': randomUUID() };
      const whole = { json: request, file: request.file, headers, mayRepeat: true, isOurs: has('id') };
      const { id, stopToken, warnings } = await call<BurstAccepted>('POST', '/api/burst', whole);
      tokens.set(id, stopToken);
      if (warnings !== undefined) warn?.(warnings);
      return id;
    },
    /** Checks a burst without starting it. The API reports the problems that it would report at the start. */
    tryBurst: (request: BurstRequest) =>
      call<BurstForecast>('POST', '/api/burst', {
        json: { ...request, dryRun: true },
        file: request.file,
        isOurs: has('drivesAtOnce', 'problems'),
      }),
    /**
     * Uploads files before their burst starts. The answer has upload URLs for the files that the request
     * sends without content.
     */
    sendFiles: (request: FilesRequest) =>
      call<FilesAccepted>('POST', '/api/burst/files', { json: request, isOurs: has('upload', 'urls') }),
    /** Facts about the deployment. The API answers FORBIDDEN unless the key belongs to an administrator. */
    doctor: () => call<DeploymentFacts>('GET', '/api/doctor', { isOurs: has('now', 'place') }),
    /** Starts the burst that the deployment runs against itself. */
    startDoctorBurst: async () =>
      (await call<BurstAccepted>('POST', '/api/doctor', { isOurs: has('id') })).id,
    addSchedule: (request: ScheduleRequest) =>
      call<ScheduleSummary>('POST', '/api/schedule', {
        json: request,
        file: request.file,
        isOurs: has('name', 'next'),
      }),
    schedules: () => call<SchedulesSummary>('GET', '/api/schedule', { isOurs: has('schedules') }),
    removeSchedule: (name: string) =>
      call<string>('DELETE', `/api/schedule/${encodeURIComponent(name)}`, { text: /^$/ }),
    /** Starts a schedule's burst now, with an idempotency key, and returns the id of the burst. */
    runSchedule: async (name: string) => {
      const headers = { 'idempotency-key': randomUUID() };
      const path = `/api/schedule/${encodeURIComponent(name)}/run`;
      const whole = { headers, mayRepeat: true, isOurs: has('id') };
      const { id, stopToken } = await call<BurstAccepted>('POST', path, whole);
      tokens.set(id, stopToken);
      return id;
    },
    /**
     * The status of a burst. With `holdS`, the API keeps the burst for that many seconds, until the caller
     * asks again.
     */
    burst: async (id: string, holdS?: number) => {
      const isOurs = has('id', 'state', 'phases');
      const hold = holdS === undefined ? '' : `?holdS=${holdS}`;
      const path = `/api/burst/${encodeURIComponent(id)}${hold}`;
      const status = await call<BurstStatus>('GET', path, { isOurs });
      return stopped.has(id) ? byYou(status) : status;
    },
    /** The newest bursts first. `before` is the `next` of the previous page. */
    bursts: (page: { readonly limit: number; readonly before?: string; readonly active?: boolean }) =>
      call<BurstsSummary>(
        'GET',
        `/api/burst?${given({ ...page, limit: `${page.limit}`, active: page.active ? 'true' : undefined })}`,
        {
          isOurs: has('bursts'),
        },
      ),
    stopBurst: async (id: string) => {
      const how = await stop(id);
      stopped.add(id);
      return how;
    },
    /**
     * The token that stops a burst without a function of the API. This process has the tokens of the bursts
     * that it started.
     */
    stopToken: (id: string) => tokens.get(id),
    useStopToken: (id: string, token: string): void => {
      tokens.set(id, token);
    },
    /** The run document, byte for byte. */
    runText: (id: number) => call<string>('GET', `/api/run/${id}/data`, { text: /^\s*[[{]/ }),
    /** The HdrHistogram log of all seconds. The API answers HISTOGRAMS_MISSING for a run without a log. */
    histograms: (id: number) => call<string>('GET', `/api/run/${id}/histograms`, { text: /^#\[/ }),
    ...runCalls(call),
    ...seriesCalls(call),
    query: (id: number, query: string, options: QueryOptions) =>
      call<FilterQueryResult>('GET', queryPath(id, query, options), {
        accepts: has('valid', 'jsonpath'),
        isOurs: has('valid', 'jsonpath'),
      }),
    ...uploadCalls(call),
    put: putter(agent),
    /** The answer has the key itself. The API shows it only once. */
    createKey: (
      name: string,
      more: Partial<Pick<ApiKeyRequest, 'limits' | 'dialect' | 'scopes' | 'unusedDays'>> = {},
    ) => call<string>('POST', '/api/user/apikey', { json: { name, ...more }, text: /^[\w.-]+\s*$/ }),
    keys: () => call<readonly ApiKeyResponse[]>('GET', '/api/user/apikey', { isOurs: Array.isArray }),
    renameKey: (id: number, name: string) =>
      call<string>('PUT', `/api/user/apikey/${id}/rename`, { bytes: Buffer.from(name), text: /^\s*$/ }),
    revokeKey: (id: number) => call<string>('PUT', `/api/user/apikey/${id}/revoke`, { text: /^\s*$/ }),
  };
}

function checkUrl(url: string): void {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  const hint = URL.canParse(`http://${url}`)
    ? `begin it with http:// or https://, such as http://${url}`
    : `expected such as http://127.0.0.1:${usualPorts.api}`;
  throw new DownpourError('URL_INVALID', 400, `DOWNPOUR_URL is '${url}', which is not a URL: ${hint}`);
}

/**
 * The API names users after their keys. The user who has just pressed Ctrl-C needs the word `you` instead.
 */
function byYou(status: BurstStatus): BurstStatus {
  return status.reason?.startsWith('stopped by ') ? { ...status, reason: 'stopped by you' } : status;
}

/** Returns a check that a body is an object with these members. */
function has(...names: readonly string[]): (body: unknown) => boolean {
  return (body) =>
    typeof body === 'object' && body !== null && names.every((name) => Object.hasOwn(body, name));
}

/** The path has only the switches that are on. */
function queryPath(run: number, query: string, { dialect, ...switches }: QueryOptions): string {
  const parameters = new URLSearchParams({ query, ...(dialect && { dialect }) });
  for (const [name, isOn] of Object.entries(switches)) if (isOn) parameters.set(name, 'true');
  return `/api/sql/${run}/queryrun?${parameters}`;
}

type Sending = {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
  /** The name of the document in the request, for its problems. */
  readonly file?: string;
  /** The pattern that the text of the answer must match. The method then returns the text unchanged. */
  readonly text?: RegExp;
  /** The content type of the answer. The method then returns the bytes of the answer. */
  readonly type?: string;
  /** True for a body of this API, false for that of another server. */
  readonly isOurs?: (body: unknown) => boolean;
  /** Aborts when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal;
  /** True when the request may be sent again after a lost answer. */
  readonly mayRepeat?: boolean;
  /** Returns true for the body of an error response that the caller accepts as the answer. */
  readonly accepts?: (body: unknown) => boolean;
};

export type Caller = ReturnType<typeof caller>;

function caller(credentials: Credentials, agent: Connections | undefined) {
  const { url, apiKey, service = defaultService } = credentials;
  const key: Record<string, string> =
    apiKey === undefined ? {} : { [`x-${service.toLowerCase()}-api-key`]: apiKey };
  return async <T>(method: string, path: string, sending: Sending = {}): Promise<T> => {
    const target = new URL(url.replace(/\/$/, '') + path);
    const { status, headers, body: bytes } = await exchange(target, method, key, sending, agent);
    const isOk = status >= 200 && status <= 299;
    const type = String(headers['content-type'] ?? 'no type');
    if (isOk && sending.type === type) return bytes as T;
    const text = bytes.toString();
    if (isOk && sending.text?.test(text)) return text as T;
    const body = parsed(text);
    if (sending.accepts?.(body)) return body as T;
    if (isOk && !sending.text && !sending.type && (sending.isOurs?.(body) ?? true)) return body as T;
    if (isOk) throw foreign(url, `${method} ${pathOf(path)} was answered with ${type} of another kind`);
    if (absent.includes(status) && !has('code')(body))
      throw foreign(url, `it does not know ${method} ${pathOf(path)}`);
    throw refusal(status, body, text, credentials, sending.file);
  };
}

async function exchange(
  url: URL,
  method: string,
  key: Readonly<Record<string, string>>,
  { json, bytes, signal, mayRepeat, ...sending }: Sending,
  given: Connections | undefined,
): Promise<Answer> {
  const { followingSeeOther, ownAgent, repeating } = await import('../../lib/http-client/agent.ts');
  const body = json === undefined ? bytes : JSON.stringify(json);
  const type = (body !== undefined || method === 'GET') && { 'content-type': 'application/json' };
  const headers = { ...type, ...key, ...sending.headers };
  // A reply above the platform's limit is at a presigned URL. A request to that URL must not have the API
  // key.
  const agent = followingSeeOther(given ?? ownAgent(), Object.keys(headers));
  try {
    const request = { method, headers, body, signal, silenceMs: replyTimeoutMs };
    return await sendRequest(mayRepeat ? repeating(agent) : agent, url, request);
  } catch (cause) {
    const text =
      (cause as NodeJS.ErrnoException).code === 'ERR_SSL_WRONG_VERSION_NUMBER'
        ? `No answer from ${url.origin}: the server does not use TLS; write http:// in DOWNPOUR_URL for an API without TLS`
        : `No answer from ${url.origin}: ${reasonOf(cause)}; is the API up there?`;
    throw new DownpourError('API_UNREACHABLE', 503, text, { cause });
  }
}

/** The statuses with which a server answers an unknown route. */
const absent: readonly number[] = [404, 405, 501];

const pathOf = (path: string): string => path.split('?', 1)[0] ?? path;

function foreign(url: string, why: string): DownpourError {
  return new DownpourError('URL_FOREIGN', 400, `${url} is not Downpour's API: ${why}; check DOWNPOUR_URL`);
}

function refusal(
  status: number,
  body: unknown,
  text: string,
  credentials: Credentials,
  file: string | undefined,
): DownpourError {
  const answer =
    typeof body === 'object' && body !== null
      ? (body as { code?: unknown; message?: unknown; requestId?: unknown })
      : {};
  const message =
    typeof answer.message === 'string'
      ? answer.message
      : `${credentials.url} answered ${status}: ${wordsOf(text)}`;
  const code = typeof answer.code === 'string' ? answer.code : `HTTP_${status}`;
  if (status === 401)
    return new DownpourError(code, status, keyRefusal(credentials, message), { details: body });
  const where =
    code === 'INTERNAL' ? ` (request ${String(answer.requestId)}; the log of the API says why)` : '';
  const details = typeof body === 'object' && body !== null ? { file, ...body } : body;
  return new DownpourError(code, status, message + where, { details });
}

/** One line of the text that a proxy wrote, which is usually HTML. */
function wordsOf(text: string): string {
  const words = text.replace(/<(style|script)\b.*?<\/\1>|<[^>]*>/gis, ' ').replace(/\s+/g, ' ');
  return words.trim().slice(0, 200) || 'no explanation';
}

/** @param message is the message of the API. It names the header when the request had no key. */
function keyRefusal(
  { url, apiKey, keyIn = 'DOWNPOUR_API_KEY', service = defaultService }: Credentials,
  message: string,
): string {
  if (apiKey === undefined || apiKey === '') return `${url} wants an API key: set ${keyIn}`;
  const [header, expected = service] = /\bX-([A-Za-z][A-Za-z0-9-]*)-API-Key\b/.exec(message) ?? [];
  if (expected.toLowerCase() !== service.toLowerCase())
    return `${url} takes API keys in the header ${header}: set DOWNPOUR_SERVICE=${expected}`;
  // A text without this form may be a short secret of another kind, so no part of it is shown.
  const begins = /^dpr_\d+_/.test(apiKey) ? ` (${apiKey.slice(0, 8)}...)` : '';
  return `${url} does not know the API key in ${keyIn}${begins}: it is wrong, revoked or expired`;
}

/** The parsed JSON of a body, or the text when a proxy answered in HTML. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
