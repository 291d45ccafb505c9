import { durationSeconds, paths, type Task } from './load.ts';

/**
 * The load as a benchmark document for Downpour's engine and for the original engine of the format: a random
 * item, an int counter, one request, and the defaults of the format.
 */
export function documentOf(task: Task): string {
  const { load, url } = task;
  const { origin, pathname } = new URL(url);
  const duration = `${Math.round(durationSeconds(task) * 1000)}ms`;
  const path = '${path}';
  const body = load.bodyBytes === undefined ? {} : { body: 'x'.repeat(load.bodyBytes) };
  const scenario = [
    {
      main: [
        { randomItem: { toVar: 'path', list: paths.map((name) => `${pathname}${name}`) } },
        { addToInt: { var: 'count', value: 1, orElseSetTo: 1 } },
        { httpRequest: { [load.bodyBytes === undefined ? 'GET' : 'POST']: path, ...body } },
      ],
    },
  ];
  const { connections, ratePerSec } = load;
  const phase =
    ratePerSec === undefined
      ? { always: { users: connections, duration, scenario } }
      : { constantRate: { usersPerSec: ratePerSec, duration, maxSessions: 10 * connections, scenario } };
  const http = { host: origin, sharedConnections: connections, allowHttp2: load.protocol === 'h2' };
  return JSON.stringify({ name: 'loopback', http, phases: [{ main: phase }] });
}
