import { bytesOfText, sentValue } from '../../../http/header-encoding.ts';
import type { Read, Session } from '../../../model/session.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileText, constantOf } from '../../sources.ts';
import { contentTypeOf } from './body.ts';
import { askingHeader } from './compression.ts';
import type { RequestBody } from './request-members.ts';

/**
 * Compiles the headers of a request to a list: name, value, name, value and so on. Values have one character
 * for each byte. Headers without variables are put into a list only once. If users keep cookies, the `cookie`
 * header is left out, because client.ts joins it with their cookies.
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
    // For each user of the shard, by its number, the headers with its `user-agent`, so that they are made
    // only once.
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

/** The `cookie` header that the document gives a request. Undefined when it gives none. */
export const cookieHeaderOf = ({ headers }: RequestBody): RequestBody['headers'][number] | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'cookie');

/**
 * The headers that follow from other parts of the request, such as the content type. A header in the document
 * replaces them.
 */
function impliedBy({ body, compression }: RequestBody): RequestBody['headers'] {
  const type = contentTypeOf(body);
  return [
    ...(type === undefined ? [] : [['content-type', { literal: type }] as const]),
    ...(compression === undefined
      ? []
      : [[askingHeader(compression), { literal: compression.encoding }] as const]),
  ];
}

/**
 * The header that shows in the log of the target to which run a request belongs, and a contact. Empty when it
 * is not wanted.
 */
const ofRun = (loadTest: string | undefined): RequestBody['headers'] =>
  loadTest === undefined ? [] : [[loadTestHeader, { literal: loadTest }]];

const loadTestHeader = 'x-load-test';

/** Adds the header `user-agent` with the value `#<session id>@<host name>`. */
const withAgent = (headers: readonly string[], session: Session, hostname: string): string[] => [
  ...headers,
  'user-agent',
  `#${session.id}@${hostname}`,
];
