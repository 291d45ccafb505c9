import type { Read, Session } from '../../../model/session.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileText } from '../../sources.ts';
import { contentTypeOf } from './body.ts';
import { constantOf, type RequestBody } from './parse.ts';

/** Names and values in turn, as undici takes them. Constant headers are laid out once. */
export function compileHeaders(body: RequestBody, compiler: SequenceCompiler): Read<string[]> {
  const { environment, variables } = compiler;
  const named = new Set(body.headers.map(([name]) => name.toLowerCase()));
  const agent = environment.ergonomics.userAgentFromSession && !named.has('user-agent');
  const contentType = named.has('content-type') ? undefined : contentTypeOf(body.body);
  const headers: RequestBody['headers'] =
    contentType === undefined ? body.headers : [...body.headers, ['content-type', { literal: contentType }]];
  const dynamic = headers.some(([, value]) => constantOf(value) === undefined);
  const values = headers.map(([name, value]) => [name, compileText(value, variables)] as const);
  if (!dynamic) {
    const fixed = headers.flatMap(([name, value]) => [name, constantOf(value) ?? '']);
    if (!agent) return () => fixed;
    return (session) => withAgent(fixed, session, environment.hostname);
  }
  return (session, sequence) => {
    const laid: string[] = [];
    for (const [name, value] of values) laid.push(name, value(session, sequence));
    return agent ? withAgent(laid, session, environment.hostname) : laid;
  };
}

/** The user agent is `#<session id>@<host name>`. */
const withAgent = (headers: readonly string[], session: Session, hostname: string): string[] => [
  ...headers,
  'user-agent',
  `#${session.id}@${hostname}`,
];
