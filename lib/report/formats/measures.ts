import type { RunDocument } from '../../driver/run/document.ts';
import { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { resentIn } from '../resent.ts';

/**
 * What monitoring is told of a run, in base units: seconds and bytes. Whole phases only: a receiver of
 * metrics keeps its own time and refuses what is old, so seconds that are over are better read from CSV, JSON
 * lines or HdrHistogram's log.
 */
export type Measures = {
  readonly phase: string;
  readonly metric: string;
  /** `GET /products`, where others of the phase have the same metric. */
  readonly request: string | undefined;
  /** By the conventions for clients of HTTP. */
  readonly http: { readonly method: string; readonly template?: string };
  readonly step: number;
  readonly isWarmup: boolean;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  /** From sending to the end of the response; `undefined` for what a stopwatch or a header measured. */
  readonly service: Histogram | undefined;
  /** What the run calls response times: from the intended start, by default. */
  readonly response: Histogram | undefined;
  /** The generator's own delay. */
  readonly lateness: Histogram | undefined;
  readonly requests: number;
  /** How often they were sent once more. */
  readonly resent: number;
  /** By class: `2xx` to `5xx`, `other`. */
  readonly responses: Readonly<Record<string, number>>;
  /** By cause, in the words of `error.type`. */
  readonly errors: Readonly<Record<string, number>>;
  readonly blockedS: number;
  readonly bytes: { readonly sent: number; readonly received: number };
};

export function measuresOf({ stats }: RunDocument): readonly Measures[] {
  return stats.map(
    ({ name, metric, request, stepId, isWarmup, total: { start, end, summary }, histograms }) => {
      const { http, bytes } = summary.extensions;
      return {
        phase: name,
        metric,
        request,
        step: stepId,
        isWarmup,
        start,
        end,
        http: httpOf(request),
        service: decoded(histograms.service),
        response: decoded(histograms.uncompensated ?? histograms.latency),
        lateness: decoded(histograms.lateness),
        requests: summary.requestCount,
        resent: resentIn(summary),
        responses: {
          '2xx': http.status_2xx,
          '3xx': http.status_3xx,
          '4xx': http.status_4xx,
          '5xx': http.status_5xx,
          other: http.status_other,
        },
        errors: {
          connection: summary.connectionErrors,
          timeout: summary.requestTimeouts,
          internal: summary.internalErrors,
          invalid: summary.invalid,
        },
        blockedS: summary.blockedTime / 1e9,
        bytes: { sent: bytes.sent, received: bytes.received },
      };
    },
  );
}

/**
 * The method is `_OTHER` where it is not known, as the conventions ask for: a metric may count requests of
 * several.
 */
function httpOf(request = ''): Measures['http'] {
  const [, method, place = ''] = /^([A-Z]+) (.*?)(?: #\d+)?$/.exec(request) ?? [];
  if (method === undefined) return { method: '_OTHER' };
  return place.startsWith('/') ? { method, template: place } : { method };
}

export type Server = { readonly host: string; readonly port: number };

/**
 * The address of all requests; `undefined` with several targets, because a metric does not say which it
 * asked.
 */
export function serverOf({ plan }: RunDocument): Server | undefined {
  const [target, ...others] = plan.targets;
  return target !== undefined && others.length === 0 ? { host: target.host, port: target.port } : undefined;
}

function decoded(text: string | null | undefined): Histogram | undefined {
  return text === null || text === undefined ? undefined : Histogram.decode(text);
}
