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

/** How a run is asked; absent is no, and for the dialect what the API says. */
export type QueryOptions = {
  readonly array?: boolean;
  readonly explain?: boolean;
  readonly lenient?: boolean;
  readonly dialect?: 'jsonpath' | 'sql' | undefined;
};

export type Credentials = {
  readonly url: string;
  readonly apiKey?: string;
  /** The place of the key, for messages. @default 'DOWNPOUR_API_KEY' */
  readonly keyIn?: string;
  /** `<service>` of the header `X-<service>-API-Key`. */
  readonly service?: string;
};

const replyTimeoutMs = 60_000;

export type Api = ReturnType<typeof connect>;

/**
 * A client of the API (`schema/openapi.json`). Every method throws a DownpourError: the error of the server,
 * `API_UNREACHABLE`, or `URL_FOREIGN` when another program answers.
 *
 * @param agent has the connections; absent: those of this process.
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
     * Under an idempotency key, so that it can be sent again when the answer got lost: no load is sent twice.
     */
    startBurst: async (request: BurstRequest, warn?: (problems: readonly Problem[]) => void) => {
      const headers = { 'idempotency-key': randomUUID() };
      const whole = { json: request, file: request.file, headers, mayRepeat: true, isOurs: has('id') };
      const { id, stopToken, warnings } = await call<BurstAccepted>('POST', '/api/burst', whole);
      tokens.set(id, stopToken);
      if (warnings !== undefined) warn?.(warnings);
      return id;
    },
    /** What the API would make of a burst; refused as the burst would be, and nothing starts. */
    tryBurst: (request: BurstRequest) =>
      call<BurstForecast>('POST', '/api/burst', {
        json: { ...request, dryRun: true },
        file: request.file,
        isOurs: has('drivesAtOnce', 'problems'),
      }),
    /** Sends files ahead of their burst; of those without content the answer has URLs. */
    sendFiles: (request: FilesRequest) =>
      call<FilesAccepted>('POST', '/api/burst/files', { json: request, isOurs: has('upload', 'urls') }),
    /** Facts about the deployment. Refused with FORBIDDEN unless the key is an administrator's. */
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
    /** The id of the burst. Under an idempotency key, as any start of a burst. */
    runSchedule: async (name: string) => {
      const headers = { 'idempotency-key': randomUUID() };
      const path = `/api/schedule/${encodeURIComponent(name)}/run`;
      const whole = { headers, mayRepeat: true, isOurs: has('id') };
      const { id, stopToken } = await call<BurstAccepted>('POST', path, whole);
      tokens.set(id, stopToken);
      return id;
    },
    /** `holdS`: the caller holds the burst, and comes back within so many seconds. */
    burst: async (id: string, holdS?: number) => {
      const isOurs = has('id', 'state', 'phases');
      const hold = holdS === undefined ? '' : `?holdS=${holdS}`;
      const path = `/api/burst/${encodeURIComponent(id)}${hold}`;
      const status = await call<BurstStatus>('GET', path, { isOurs });
      return stopped.has(id) ? byYou(status) : status;
    },
    /** The newest bursts first; those before `before`, the `next` of another page. */
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
    /** Stops a burst without any function, for who started it here. */
    stopToken: (id: string) => tokens.get(id),
    useStopToken: (id: string, token: string): void => {
      tokens.set(id, token);
    },
    /** The run document, byte for byte. */
    runText: (id: number) => call<string>('GET', `/api/run/${id}/data`, { text: /^\s*[[{]/ }),
    /** HdrHistogram's log of all seconds. Refused with HISTOGRAMS_MISSING for a run without. */
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
    /** The key itself, which is shown this once. */
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

/** The API names users after their keys, which says nothing to the user who has just pressed Ctrl-C. */
function byYou(status: BurstStatus): BurstStatus {
  return status.reason?.startsWith('stopped by ') ? { ...status, reason: 'stopped by you' } : status;
}

/** Returns a check that a body is an object with these members. */
function has(...names: readonly string[]): (body: unknown) => boolean {
  return (body) =>
    typeof body === 'object' && body !== null && names.every((name) => Object.hasOwn(body, name));
}

/** Of the switches, only those that are on are sent. */
function queryPath(run: number, query: string, { dialect, ...switches }: QueryOptions): string {
  const parameters = new URLSearchParams({ query, ...(dialect && { dialect }) });
  for (const [name, isOn] of Object.entries(switches)) if (isOn) parameters.set(name, 'true');
  return `/api/sql/${run}/queryrun?${parameters}`;
}

type Sending = {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
  /** Name of the document that is sent, for what is wrong with it. */
  readonly file?: string;
  /** The answer is wanted as it was sent, and looks like this. */
  readonly text?: RegExp;
  /** The bytes of the answer are wanted, and have this content type. */
  readonly type?: string;
  /** True for a body of this API, false for that of another server. */
  readonly isOurs?: (body: unknown) => boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** The request is sent again when its answer may have got lost. */
  readonly mayRepeat?: boolean;
  /** A refusal whose body is nevertheless the answer. */
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
  // A reply above the platform's limit waits at a presigned address, which must not see the key.
  const agent = followingSeeOther(given ?? ownAgent(), Object.keys(headers));
  try {
    const asked = { method, headers, body, signal, silenceMs: replyTimeoutMs };
    return await sendRequest(mayRepeat ? repeating(agent) : agent, url, asked);
  } catch (cause) {
    const text =
      (cause as NodeJS.ErrnoException).code === 'ERR_SSL_WRONG_VERSION_NUMBER'
        ? `No answer from ${url.origin}: nobody speaks TLS there; write http:// in DOWNPOUR_URL for an API without it`
        : `No answer from ${url.origin}: ${reasonOf(cause)}; is the API up there?`;
    throw new DownpourError('API_UNREACHABLE', 503, text, { cause });
  }
}

/** The statuses of a server for a route that it does not have. */
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

/** One line of what a proxy in between wrote, HTML mostly. */
function wordsOf(text: string): string {
  const words = text.replace(/<(style|script)\b.*?<\/\1>|<[^>]*>/gis, ' ').replace(/\s+/g, ' ');
  return words.trim().slice(0, 200) || 'no explanation';
}

/** @param message of the API, which names the header where it found no key. */
function keyRefusal(
  { url, apiKey, keyIn = 'DOWNPOUR_API_KEY', service = defaultService }: Credentials,
  message: string,
): string {
  if (apiKey === undefined || apiKey === '') return `${url} wants an API key: set ${keyIn}`;
  const [header, wanted = service] = /\bX-([A-Za-z][A-Za-z0-9-]*)-API-Key\b/.exec(message) ?? [];
  if (wanted.toLowerCase() !== service.toLowerCase())
    return `${url} takes API keys in the header ${header}: set DOWNPOUR_SERVICE=${wanted}`;
  // Another text may be a secret of another kind, and short.
  const begins = /^dpr_\d+_/.test(apiKey) ? ` (${apiKey.slice(0, 8)}...)` : '';
  return `${url} does not know the API key in ${keyIn}${begins}: it is wrong, revoked or expired`;
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
