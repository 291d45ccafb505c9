import type { Read, Session } from '../../../model/session.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileText } from '../../sources.ts';
import { contentTypeOf } from './body.ts';
import { askingHeader } from './compression.ts';
import { constantOf, type RequestBody } from './parse.ts';

/** Names and values in turn, as undici takes them. Constant headers are laid out once. */
export function compileHeaders(body: RequestBody, compiler: SequenceCompiler): Read<string[]> {
  const { environment, variables } = compiler;
  const named = new Set(body.headers.map(([name]) => name.toLowerCase()));
  const agent = environment.ergonomics.userAgentFromSession && !named.has('user-agent');
  const headers = [...body.headers, ...impliedBy(body).filter(([name]) => !named.has(name))];
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

/** What the rest of the request says without a header; one that its author writes stands in its place. */
function impliedBy({ body, compression }: RequestBody): RequestBody['headers'] {
  const type = contentTypeOf(body);
  return [
    ...(type === undefined ? [] : [['content-type', { literal: type }] as const]),
    ...(compression === undefined
      ? []
      : [[askingHeader(compression), { literal: compression.encoding }] as const]),
  ];
}

/** The user agent is `#<session id>@<host name>`. */
const withAgent = (headers: readonly string[], session: Session, hostname: string): string[] => [
  ...headers,
  'user-agent',
  `#${session.id}@${hostname}`,
];
