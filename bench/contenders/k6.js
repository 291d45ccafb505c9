// @ts-nocheck: it runs in k6, which has modules and globals of its own.
import http from 'k6/http';

/**
 * This file runs in k6, which has its own modules and `__ENV`. The task has the form `Task` of
 * driver-loopback/load.ts.
 */
const { load, url } = JSON.parse(__ENV.TASK);
const duration = `${Math.ceil(Number(__ENV.SECONDS))}s`;
const body = load.bodyBytes === undefined ? null : 'x'.repeat(load.bodyBytes);
const method = body === null ? 'GET' : 'POST';

export const options = {
  discardResponseBodies: true,
  insecureSkipTLSVerify: true,
  summaryTrendStats: ['p(50)', 'p(99)'],
  scenarios: {
    main:
      load.ratePerSec === undefined
        ? { executor: 'constant-vus', vus: load.connections, duration }
        : {
            executor: 'constant-arrival-rate',
            rate: load.ratePerSec,
            duration,
            preAllocatedVUs: load.connections,
            maxVUs: 10 * load.connections,
          },
  },
};

export default function () {
  http.request(method, `${url}a`, body);
}

export function handleSummary({ metrics }) {
  const { values } = metrics.http_req_duration;
  const us = { p50Us: values['p(50)'] * 1e3, p99Us: values['p(99)'] * 1e3 };
  return { stdout: `\n${JSON.stringify(us)}\n` };
}
