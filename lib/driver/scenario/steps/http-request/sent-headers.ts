import { bytesOfText, sentValue } from '../../../http/header-bytes.ts';
import type { Read, Session } from '../../../model/session.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileText, constantOf } from '../../sources.ts';
import { contentTypeOf } from './body.ts';
import { askingHeader } from './compression.ts';
import type { RequestBody } from './request.ts';

/**
 * Names and values in turn, these with one character a byte. Constant headers are laid out once. A `cookie`
 * header is left out where users keep cookies: theirs are joined with it (client.ts).
 */
export function compileHeaders(body: RequestBody, compiler: SequenceCompiler): Read<string[]> {
  const { environment, variables } = compiler;
  const own = environment.ergonomics.repeatCookies === false ? undefined : cookieHeaderOf(body);
  const given = body.headers.filter((header) => header !== own);
  const named = new Set(given.map(([name]) => name.toLowerCase()));
  const agent = environment.ergonomics.userAgentFromSession && !named.has('user-agent');
  const implied = [...impliedBy(body), ...ofRun(environment.loadTest)];
  const all = [...given, ...implied.filter(([name]) => !named.has(name))];
  const dynamic = all.some(([, value]) => constantOf(value) === undefined);
  const hostname = bytesOfText(environment.hostname);
  const values = all.map(([name, value]) => [name, compileText(value, variables)] as const);
  if (!dynamic) {
    const fixed = all.flatMap(([name, value]) => [name, sentValue(name, constantOf(value) ?? '')]);
    if (!agent) return () => fixed;
    // An array for each user, by its number among those of the shard, so that its text is laid out once.
    const ofUsers: string[][] = [];
    return (session) => {
      ofUsers[session.id] ??= withAgent(fixed, session, hostname);
      return ofUsers[session.id]!;
    };
  }
  return (session, sequence) => {
    const laid: string[] = [];
    for (const [name, value] of values) laid.push(name, sentValue(name, value(session, sequence)));
    return agent ? withAgent(laid, session, hostname) : laid;
  };
}

/** The `cookie` header that the document gives the request. */
export const cookieHeaderOf = ({ headers }: RequestBody): RequestBody['headers'][number] | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'cookie');

/** The headers that follow from the rest of the request. A header of its author replaces them. */
function impliedBy({ body, compression }: RequestBody): RequestBody['headers'] {
  const type = contentTypeOf(body);
  return [
    ...(type === undefined ? [] : [['content-type', { literal: type }] as const]),
    ...(compression === undefined
      ? []
      : [[askingHeader(compression), { literal: compression.encoding }] as const]),
  ];
}

/** Shows in a log of the target which run a request belongs to, and whom to ask about it. */
const ofRun = (loadTest: string | undefined): RequestBody['headers'] =>
  loadTest === undefined ? [] : [[loadTestHeader, { literal: loadTest }]];

const loadTestHeader = 'x-load-test';

/** The user agent is `#<session id>@<host name>`. */
const withAgent = (headers: readonly string[], session: Session, hostname: string): string[] => [
  ...headers,
  'user-agent',
  `#${session.id}@${hostname}`,
];
