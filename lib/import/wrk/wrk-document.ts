import { addressOf } from '../draft/address.ts';
import { patternOf, withoutPlaceholders } from '../draft/placeholders.ts';
import { printableUrl } from '../draft/request.ts';
import { Refusal } from '../refusal.ts';
import type { Agent } from './option-values.ts';
import { transferKey, type WrkOrder, wrkMetric, wrkPhases } from './wrk-options.ts';

/**
 * Makes the benchmark that does the same as wrk or wrk2. It has one request. For wrk, as many users as
 * connections repeat the request. For wrk2, users arrive at even intervals. A warm-up comes before the
 * measured phase.
 * @throws Refusal for an invalid address.
 */
export function wrkDocument(order: WrkOrder): object {
  const { tool, connections, threads, agents, durationMs, timeoutMs, warmupMs, http2, httpCache } = order;
  const { origin, path } = splitUrl(order.url);
  const scenario = scenarioOf(path, order);
  const test = {
    ...loadOf(order, durationMs, testSessionsMs),
    duration: ms(durationMs),
    maxDuration: ms(durationMs),
    ...(warmupMs === 0 ? {} : { startAfterStrict: wrkPhases.warmup }),
    scenario,
  };
  const warmup = {
    ...loadOf(order, warmupMs, warmupMs),
    isWarmup: true,
    duration: ms(warmupMs),
    maxDuration: ms(warmupMs + timeoutMs),
    scenario,
  };
  const kind = order.rate === undefined ? 'always' : 'constantRate';
  return {
    name: tool,
    threads,
    ...(agents.length === 0 ? {} : { agents: agentsOf(agents) }),
    http: {
      host: origin,
      allowHttp2: http2,
      sharedConnections: connections,
      useHttpCache: httpCache,
    },
    ergonomics: { repeatCookies: false, userAgentFromSession: false },
    failurePolicy: 'CONTINUE',
    phases: [
      ...(warmupMs === 0 ? [] : [{ [wrkPhases.warmup]: { [kind]: warmup } }]),
      { [wrkPhases.test]: { [kind]: test } },
    ],
  };
}

/** Splits a URL. Without a scheme, wrk and wrk2 use http. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const text = withoutPlaceholders(url.trim());
  const address = addressOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if ('wrong' in address)
    throw new Refusal(`Downpour cannot send load to '${printableUrl(url)}': ${address.wrong}`);
  if (address.credentials === undefined) return address;
  throw new Refusal("user:password in an address is not sent; use -H 'Authorization: Basic ...'");
}

/** The scenario of one user, who sends one request at a time and waits for each response. */
function scenarioOf(path: string, { headers, timeoutMs }: WrkOrder): object {
  const httpRequest = {
    GET: patternOf(path),
    metric: wrkMetric,
    timeout: ms(timeoutMs),
    ...(headers.length === 0
      ? {}
      : { headers: headers.map(([name, value]) => ({ [name]: patternOf(value) })) }),
    handler: { rawBytes: { transferSizeRecorder: { key: transferKey } } },
  };
  return { maxRequests: 1, maxSequences: 1, initialSequences: [{ [wrkMetric]: [{ httpRequest }] }] };
}

/**
 * The users of so many milliseconds of the test may wait at the same time. Further users are not started,
 * which matters only for a slow target.
 */
const testSessionsMs = 15_000;

function loadOf({ connections, rate }: WrkOrder, durationMs: number, sessionsMs: number): object {
  if (rate === undefined) return { users: connections };
  // There are never more sessions than arrivals, so a short test needs a lower limit.
  const seconds = Math.min(durationMs, sessionsMs) / 1000;
  return { usersPerSec: rate, variance: false, maxSessions: Math.max(1, Math.ceil(rate * seconds)) };
}

const agentsOf = (agents: readonly Agent[]): object =>
  Object.fromEntries(agents.map(({ name, properties }) => [name, properties]));

const ms = (time: number): string => `${time}ms`;
