import { controlsCache } from '../../../http/cache/request-controls.ts';
import { type ClientUse, methodKindOf } from '../../../http/client-state/client-request.ts';
import { bytesOfText } from '../../../http/header-encoding.ts';
import type { Read } from '../../../model/session.ts';
import { clientStateOf } from '../../client-state.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileText } from '../../sources.ts';
import type { RequestBody } from './request-members.ts';
import { cookieHeaderOf } from './sent-headers.ts';

/**
 * Compiles how a request uses the cookies and the cache of its user. Undefined when the document uses
 * neither.
 */
export function compileClient(body: RequestBody, compiler: SequenceCompiler): ClientUse | undefined {
  const { environment, variables } = compiler;
  const { repeatCookies = true } = environment.ergonomics;
  if (!repeatCookies && !environment.pools.list.some(({ origin }) => origin.caches)) return undefined;
  const own = repeatCookies ? cookieHeaderOf(body) : undefined;
  return {
    state: clientStateOf(compiler),
    ownCookie: own && { name: own[0], value: asSent(compileText(own[1], variables)) },
    method: methodKindOf(body.method),
    controls: body.headers.some(([name]) => controlsCache(name)),
  };
}

const asSent =
  (text: Read<string>): Read<string> =>
  (session, sequence) =>
    bytesOfText(text(session, sequence));
