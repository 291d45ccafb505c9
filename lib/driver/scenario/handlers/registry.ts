import { hintAt } from '../../document/nearest.ts';
import type { Path } from '../../document/problem.ts';
import type { BodyHandler, StatusHandler } from '../../http/exchange.ts';
import { fieldsOf } from '../fields.ts';
import type { Scope } from '../scope.ts';
import type { HandlerDefinition, HandlerKind } from './handler-kind.ts';
import { json } from './json.ts';
import { range } from './range.ts';

/** A kind is only ever given bodies that it has parsed itself. */
type AnyKind<Handler> = HandlerKind<unknown, Handler>;

export const statusHandlers: readonly AnyKind<StatusHandler>[] = [range];
export const bodyHandlers: readonly AnyKind<BodyHandler>[] = [json];

const groups = { status: statusHandlers, body: bodyHandlers } as const;

/** Kinds of the format. Those not built are refused by name. */
const formatKinds = {
  status: ['action', 'counter', 'multiplex', 'range', 'stats', 'store'],
  body: (
    'addItem addToInt addToSharedCounter array clearHttpCache closeConnection collection conditional count fail getIndex ' +
    'getItem getSharedCounter getSize gzipInflator json log logInvalid markRequestInvalid newSequence parseHtml ' +
    'publishAgentData publishGlobalCounters queue readAgentData removeItem restartSequence set setInt setItem ' +
    'setSharedCounter simple store storeInt stringToInt unset'
  ).split(' '),
} as const;

export const statusHandler = (name: string): AnyKind<StatusHandler> => find(statusHandlers, name);
export const bodyHandler = (name: string): AnyKind<BodyHandler> => find(bodyHandlers, name);

function find<Handler>(kinds: readonly AnyKind<Handler>[], name: string): AnyKind<Handler> {
  const found = kinds.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`plan holds the unknown handler '${name}'`);
  return found;
}

/** One handler or a list of them; each a mapping with exactly one kind, or a bare kind. */
export function parseHandlers(
  group: keyof typeof groups,
  raw: unknown,
  at: Path,
  scope: Scope,
): readonly HandlerDefinition[] {
  if (raw === undefined || raw === null) return [];
  const items = Array.isArray(raw) ? raw : [raw];
  return items.flatMap((item: unknown, index) => {
    const place = Array.isArray(raw) ? [...at, index] : at;
    if (typeof item === 'string') return parseHandler(group, item, null, place, scope);
    return Object.entries(fieldsOf(item) ?? {}).flatMap(([name, body]) =>
      parseHandler(group, name, body, [...place, name], scope),
    );
  });
}

function parseHandler(
  group: keyof typeof groups,
  name: string,
  raw: unknown,
  at: Path,
  scope: Scope,
): readonly HandlerDefinition[] {
  const found = groups[group].find((candidate) => candidate.name === name);
  if (found === undefined) {
    scope.incomplete = true;
    const known: readonly string[] = formatKinds[group];
    if (known.includes(name))
      scope.findings.error(at, `${group} handler '${name}' is part of the format but not built yet`);
    else scope.findings.error(at, `unknown ${group} handler '${name}'`, hintAt(name, known));
    return [];
  }
  const body = found.parse(raw, at, scope);
  return body === undefined ? [] : [{ kind: name, body }];
}
