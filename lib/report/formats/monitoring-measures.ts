import type { RunDocument } from '../../driver/run/document.ts';
import { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { onlyInvalidIn } from '../failed.ts';
import { resentIn } from '../resent.ts';

/**
 * The values of a run for monitoring tools, in seconds and bytes. They are for whole phases only, because a
 * receiver of metrics uses its own time and rejects old values. CSV, JSON lines and HdrHistogram's log have
 * values of each second.
 */
export type Measures = {
  readonly phase: string;
  readonly metric: string;
  /** The request, such as `GET /products`, if other requests of the phase have the same metric. */
  readonly request: string | undefined;
  /** Attributes that OpenTelemetry's conventions for HTTP clients define. */
  readonly http: { readonly method: string; readonly template?: string };
  readonly step: number;
  readonly isWarmup: boolean;
  /** False for times that are not requests: those of a stopwatch, a header or a compensation. */
  readonly isRequest: boolean;
  /** The start of the phase in epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  /**
   * Times from sending to the end of the response. `undefined` for a measurement of a stopwatch or a header.
   */
  readonly service: Histogram | undefined;
  /** The response times of the run, by default from the planned start of each request. */
  readonly response: Histogram | undefined;
  /** Times by which the load generator sent too late. */
  readonly lateness: Histogram | undefined;
  readonly requests: number;
  /** The number of requests that were sent again. */
  readonly resent: number;
  /** Numbers of responses by class of status: `2xx` to `5xx`, `other`. */
  readonly responses: Readonly<Record<string, number>>;
  /** Numbers of errors by cause, for OpenTelemetry's attribute `error.type`. */
  readonly errors: Readonly<Record<string, number>>;
  readonly blockedS: number;
  readonly bytes: { readonly sent: number; readonly received: number };
};

export function measuresOf({ stats }: RunDocument): readonly Measures[] {
  return stats.map(
    ({
      name,
      metric,
      request,
      stepId,
      isWarmup,
      isRequest = true,
      total: { start, end, summary },
      histograms,
    }) => {
      const { http, bytes } = summary.extensions;
      return {
        phase: name,
        metric,
        request,
        step: stepId,
        isWarmup,
        isRequest,
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
          invalid: onlyInvalidIn(summary),
        },
        blockedS: summary.blockedTime / 1e9,
        bytes: { sent: bytes.sent, received: bytes.received },
      };
    },
  );
}

/**
 * The method and the path of a request as attributes. An unknown method is `_OTHER`, as the conventions
 * require. A metric may count requests with several methods.
 */
function httpOf(request = ''): Measures['http'] {
  const [, method, place = ''] = /^([A-Z]+) (.*?)(?: #\d+)?$/.exec(request) ?? [];
  if (method === undefined) return { method: '_OTHER' };
  return place.startsWith('/') ? { method, template: place } : { method };
}

export type Server = { readonly host: string; readonly port: number };

/**
 * The address of the target. `undefined` with several targets, because the run does not record which of them
 * a metric belongs to.
 */
export function serverOf({ plan }: RunDocument): Server | undefined {
  const [target, ...others] = plan.targets;
  return target !== undefined && others.length === 0 ? { host: target.host, port: target.port } : undefined;
}

function decoded(text: string | null | undefined): Histogram | undefined {
  return text === null || text === undefined ? undefined : Histogram.decode(text);
}
