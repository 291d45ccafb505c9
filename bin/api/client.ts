import type {
  ApiKeyRequest,
  BurstAccepted,
  BurstForecast,
  BurstRequest,
  BurstStatus,
  FilesRequest,
  FilterQueryResult,
  ScheduleRequest,
  StopByToken,
} from '../../lib/api.generated.ts';
import { client } from '../../lib/client/index.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { type Connections, isLost } from '../../lib/http-client/call.ts';
import { has, like, list, nothing } from './calls/answer-checks.ts';
import { changeCalls } from './calls/changes.ts';
import { type Credentials, explainErrors } from './calls/explain-errors.ts';
import { fetchBy, sendHere, sendOver } from './calls/fetch.ts';
import { identities } from './calls/identities.ts';
import { runCalls } from './calls/run-lists.ts';
import { stopper } from './calls/stopper.ts';
import { testCalls } from './calls/tests.ts';
import { uploadCalls } from './calls/uploads.ts';
import { checkedCredentials } from './check-credentials.ts';
import { checkProxy } from './check-proxy.ts';
import { putter } from './put-presigned.ts';

export type { Credentials } from './calls/explain-errors.ts';

/**
 * The options of a query of a run. An absent option is off, and an absent query language is the default of
 * the API.
 */
export type QueryOptions = {
  readonly array?: boolean;
  readonly explain?: boolean;
  readonly lenient?: boolean;
  readonly dialect?: 'jsonpath' | 'sql' | undefined;
};

export type Api = ReturnType<typeof connect>;

/**
 * Connects to an API (`schema/openapi.json`). Every method throws a DownpourError: the error of the server,
 * `API_UNREACHABLE`, or `URL_FOREIGN` when another program answers.
 *
 * @param agent has the connections. Absent: those of this process.
 * @throws DownpourError `PROXY_INVALID` (400), and as checkedCredentials.
 */
export function connect(given: Credentials, agent?: Connections) {
  const credentials = checkedCredentials(given);
  const { url, apiKey, service, data, ended } = credentials;
  checkProxy(url);
  const fetch = fetchBy(ended === undefined ? sendOver(agent) : sendHere);
  const api = client(url, { apiKey, service, fetch, isWorthRepeating: isLost });
  const ask = explainErrors(credentials);
  const stopped = new Set<string>();
  const tokens = new Map<string, string>();
  const stops = {
    stop: (id: string) => ask(api.burst.by(id).stop.put()),
    stopByToken: (body: StopByToken) => ask(api.burst.stop.post({ body })),
  };
  const stop = stopper(stops, (id) => tokens.get(id));
  return {
    url,
    data,
    ended,
    ...identities(api, ask),
    /**
     * Starts a burst. When the answer is lost, the client sends the request again. The load still runs only
     * once.
     */
    startBurst: async (request: BurstRequest, warn?: (problems: readonly Problem[]) => void) => {
      const started = api.burst.post({ body: request, ...has('id') }) as Promise<BurstAccepted>;
      const { id, stopToken, warnings } = await ask(started, request);
      tokens.set(id, stopToken);
      if (warnings !== undefined) warn?.(warnings);
      return id;
    },
    /** Checks a burst without a start. The API reports the same problems as at a start. */
    tryBurst: (request: BurstRequest) => {
      const body = { ...request, dryRun: true };
      const tried = api.burst.post({ body, isRepeatable: false, ...has('drivesAtOnce', 'problems') });
      return ask(tried as Promise<BurstForecast>, request);
    },
    /**
     * Uploads files before their burst starts. The answer has upload URLs for the files that the request
     * sends without content.
     */
    sendFiles: (request: FilesRequest) =>
      ask(api.burst.files.post({ body: request, ...has('upload', 'urls') })),
    /**
     * Reads facts about the deployment. The API answers FORBIDDEN unless the key belongs to an administrator.
     */
    doctor: () => ask(api.doctor.get(has('now', 'place'))),
    /** Starts the burst that the deployment runs against itself. */
    startDoctorBurst: async () => (await ask(api.doctor.post(has('id')))).id,
    addSchedule: (request: ScheduleRequest) =>
      ask(api.schedule.post({ body: request, ...has('name', 'next') }), request),
    schedules: () => ask(api.schedule.get(has('schedules'))),
    removeSchedule: (name: string) => ask(api.schedule.by(name).delete(nothing)),
    /** Starts a schedule's burst now, and returns the id of the burst. */
    runSchedule: async (name: string) => {
      const { id, stopToken } = await ask(api.schedule.by(name).run.post(has('id')));
      tokens.set(id, stopToken);
      return id;
    },
    /** Reads the status of a burst. With `holdS`, the API keeps the burst for that many further seconds. */
    burst: async (id: string, holdS?: number) => {
      const status = await ask(api.burst.by(id).get({ query: { holdS }, ...has('id', 'state', 'phases') }));
      return stopped.has(id) ? byYou(status) : status;
    },
    /** Lists the newest bursts first. `before` is the `next` of the previous page. */
    bursts: (query: { readonly limit: number; readonly before?: string; readonly active?: boolean }) =>
      ask(api.burst.get({ query, ...has('bursts') })),
    stopBurst: async (id: string) => {
      const how = await stop(id);
      stopped.add(id);
      return how;
    },
    /**
     * The token that stops a burst without a function of the API. This process knows only the tokens of
     * bursts that it started, and those from `useStopToken`.
     */
    stopToken: (id: string) => tokens.get(id),
    useStopToken: (id: string, token: string): void => {
      tokens.set(id, token);
    },
    /** Reads the run document, byte for byte. */
    runText: (id: number) => ask(api.run.by(id).data.get({ as: 'text', ...like(/^\s*[[{]/) })),
    /**
     * Reads the HdrHistogram log of all seconds. The API answers HISTOGRAMS_MISSING for a run without a log.
     */
    histograms: (id: number) => ask(api.run.by(id).histograms.get({ as: 'text', ...like(/^#\[/) })),
    ...runCalls(api, ask),
    ...changeCalls(api, ask),
    ...testCalls(api, ask),
    query: (id: number, query: string, options: QueryOptions) => {
      const result = has('valid', 'jsonpath');
      const answer = api.sql.by(id).queryrun.get({ query: { query, ...onlyOn(options) }, ...result });
      return ask(answer as Promise<FilterQueryResult>, { accepts: result.isOurs });
    },
    ...uploadCalls(api, ask),
    put: putter(agent),
    /** Creates an API key. Only this answer contains the text of the key. */
    createKey: (
      name: string,
      more: Partial<Pick<ApiKeyRequest, 'limits' | 'dialect' | 'scopes' | 'unusedDays'>> = {},
    ) => ask(api.user.apikey.post({ body: { name, ...more }, ...like(/^[\w.-]+\s*$/) })),
    keys: () => ask(api.user.apikey.get(list)),
    renameKey: (id: number, name: string) =>
      ask(api.user.apikey.by(id).rename.put({ body: name, ...nothing })),
    revokeKey: (id: number) => ask(api.user.apikey.by(id).revoke.put(nothing)),
  };
}

/**
 * Replaces the name of the user in the reason of a stop by `you`. The API names a user after the API key, and
 * here this user is the reader.
 */
function byYou(status: BurstStatus): BurstStatus {
  return status.reason?.startsWith('stopped by ') ? { ...status, reason: 'stopped by you' } : status;
}

/** The options of a query, without those that are off. */
function onlyOn({ dialect, ...switches }: QueryOptions) {
  const on = Object.entries(switches).filter(([, isOn]) => isOn);
  return { dialect, ...Object.fromEntries(on) };
}
