import type { Handler } from '../../../functions/api/pipeline/types.ts';
import { type FunctionSpec, routesOf } from '../../../lib/functions/spec.ts';
import { functions } from '../../../lib/functions.ts';
import { createRouter } from '../../../lib/router.ts';
import { type Answer, type Ask, invoke } from './invoke.ts';

/** Sends `METHOD /path?query` to the function that has the route. */
export async function send(line: string, ask: Omit<Ask, 'routeKey' | 'path'> = {}): Promise<Answer> {
  const [, method = '', path = ''] = /^(\w+) ([^?]*)/.exec(line) ?? [];
  const match = router(method, path);
  if (match === undefined) throw new Error(`no function has the route of ${line}`);
  const { route, parameters } = match;
  const { handler } = (await import(`../../../functions/${route.functionName}.ts`)) as { handler: Handler };
  return invoke(handler, line, { ...ask, routeKey: route.key, path: parameters });
}

/** Sends `METHOD /path?query`. A text is sent as text, any other body as JSON. */
export type Send = (line: string, body?: unknown, as?: string) => Promise<Answer>;

const router = createRouter(
  (functions as readonly FunctionSpec[]).flatMap((spec) =>
    routesOf(spec).map((key) => ({ key, functionName: spec.name })),
  ),
);

/** Sends requests with bodies. `key` is used for a request that names no key. */
export const sendingAs =
  (key: string): Send =>
  (line, body, as = key) => {
    const isText = typeof body === 'string';
    return send(line, {
      key: as,
      headers: { 'content-type': isText ? 'text/plain' : 'application/json' },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
  };

export const parsed = ({ body }: Answer) => JSON.parse(body);

/** The status, the code and the message of an error. */
export function refused(answer: Answer): readonly [number, string, string] {
  const { code, message } = parsed(answer);
  return [answer.status, code, message];
}
