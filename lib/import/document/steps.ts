import { Alias, type Pair, type YAMLMap } from 'yaml';
import type { Draft, DraftRequest, DraftSequence, DraftStep, Variable } from '../draft/draft.ts';
import { notSet } from '../draft/draft.ts';
import { literalsAndReads, patternOf, variablesOf } from '../draft/placeholders.ts';
import { entry, flag, inline, list, map, type Node, parameter, text, withComment } from './yaml-nodes.ts';

/** The sequences of a draft as YAML nodes of `scenario`. */
export function sequenceNodes(draft: Draft): readonly Node[] {
  const inCommon = new InCommon(draft);
  return draft.sequences.map((sequence) => sequenceNode(sequence, draft, inCommon));
}

function sequenceNode(
  { name, comment: about, steps }: DraftSequence,
  draft: Draft,
  inCommon: InCommon,
): YAMLMap {
  const declared = new Set<string>();
  const nodes = steps.flatMap((step) => [
    ...preparation(step, draft, declared),
    stepNode(step, draft, inCommon),
  ]);
  return withComment(map(entry(name, list(...nodes))), about);
}

/**
 * The steps that set the variables of a request. A parameter is set once in a sequence, and a random value
 * before each request.
 */
function preparation(step: DraftStep, draft: Draft, declared: Set<string>): readonly Node[] {
  if ('thinkMs' in step) return [];
  const { path, headers, body = '' } = step.request;
  const headerReads = headers.flatMap(([, value]) =>
    singleParameter(value, draft) ? [] : variablesOf(value),
  );
  const bodyReads = singleParameter(body, draft) ? [] : variablesOf(body);
  const names = new Set([...variablesOf(path), ...headerReads, ...bodyReads]);
  return [...names].flatMap((name) => {
    const variable = draft.variables.get(name);
    if (variable === undefined || declared.has(name)) return [];
    if (variable.kind === 'parameter') declared.add(name);
    return giving(name, variable);
  });
}

function giving(name: string, variable: Variable): readonly Node[] {
  const toVar = entry('toVar', text(name));
  switch (variable.kind) {
    case 'parameter': {
      const value = entry('value', parameter(variable.parameter, variable.fallback));
      return [map(entry('set', map(entry('var', text(name)), value)))];
    }
    case 'integer':
      return [map(entry('randomInt', text(`${name} <- ${variable.min} .. ${variable.max}`)))];
    case 'uuid':
      return [map(entry('randomUUID', text(name)))];
    case 'item':
      return [map(entry('randomItem', map(toVar, entry('list', list(...variable.list.map(text))))))];
    case 'time': {
      if (variable.format !== 'seconds')
        return [map(entry('timestamp', map(toVar, entry('pattern', text(variable.format.pattern)))))];
      // The step `timestamp` gives milliseconds. This pattern removes the last three digits, so the result is
      // seconds.
      const seconds = entry('pattern', text(`\${replace/...$//:${name}}`));
      return [map(entry('timestamp', text(name))), map(entry('template', map(seconds, toVar)))];
    }
  }
}

function stepNode(step: DraftStep, draft: Draft, inCommon: InCommon): Node {
  if ('thinkMs' in step) return map(entry('thinkTime', text(duration(step.thinkMs))));
  const { request } = step;
  return withComment(map(entry('httpRequest', requestNode(request, draft, inCommon))), request.comment);
}

const requestNode = (request: DraftRequest, draft: Draft, inCommon: InCommon): YAMLMap =>
  map(
    entry(request.method, text(patternOf(request.path))),
    ...(draft.targets.length > 1
      ? [entry('endpoint', inline(entry('value', text(request.target.endpoint))))]
      : []),
    ...(request.headers.length === 0 ? [] : [inCommon.headers(request.headers)]),
    ...(request.body === undefined ? [] : [entry('body', valueNode(request.body, draft))]),
    ...(request.bodyFile === undefined
      ? []
      : [entry('body', map(entry('fromFile', text(request.bodyFile))))]),
    entry('metric', text(request.metric)),
    ...(request.timeoutMs === undefined ? [] : [entry('timeout', text(duration(request.timeoutMs)))]),
    ...handlerOf(request, inCommon),
  );

/** True when all requests follow redirects. The document then has one setting for all of them. */
export const followsAll = ({ requests }: Draft): boolean =>
  requests.every(({ followsRedirects }) => followsRedirects);

function handlerOf({ status, followsRedirects }: DraftRequest, inCommon: InCommon): readonly Pair[] {
  const following =
    followsRedirects === undefined || inCommon.followsAll
      ? []
      : [entry('followRedirect', text('LOCATION_ONLY'))];
  const entries = [...following, ...(status === undefined ? [] : recordedStatus(status))];
  return entries.length === 0 ? [] : [entry('handler', map(...entries))];
}

const recordedStatus = (status: number): readonly Pair[] => [
  entry('autoRangeCheck', flag(false), {
    comment: [
      'The imported file has this status for this request, so Downpour does not count the status as a failure.',
    ],
  }),
  entry('status', map(entry('range', text(String(status))))),
];

/**
 * The node of a value. A value that is exactly one parameter without a known value is written as the
 * parameter. Other values read variables.
 */
function valueNode(value: string, draft: Draft): Node {
  const parameterOnly = singleParameter(value, draft);
  return parameterOnly === undefined
    ? text(patternOf(value))
    : parameter(parameterOnly.parameter, patternOf(parameterOnly.fallback));
}

function singleParameter(value: string, draft: Draft): Extract<Variable, { kind: 'parameter' }> | undefined {
  const [part, ...more] = literalsAndReads(value);
  if (part === undefined || typeof part === 'string' || more.length > 0) return undefined;
  const variable = draft.variables.get(part.read);
  return variable?.kind === 'parameter' && variable.fallback === notSet ? variable : undefined;
}

const duration = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

/**
 * The parts that requests of a draft have in common. A repeated set of headers is written once, under a YAML
 * anchor, because browsers send the same twenty headers with every request.
 */
class InCommon {
  readonly #draft: Draft;
  readonly #uses: ReadonlyMap<string, readonly unknown[]>;
  readonly #anchors = new Map<string, string>();
  readonly followsAll: boolean;

  constructor(draft: Draft) {
    this.followsAll = followsAll(draft);
    this.#draft = draft;
    this.#uses = Map.groupBy(draft.requests, ({ headers }) => JSON.stringify(headers));
  }

  headers(headers: DraftRequest['headers']): Pair {
    const key = JSON.stringify(headers);
    const known = this.#anchors.get(key);
    if (known !== undefined) return entry('headers', new Alias(known));
    const node = map(...headers.map(([name, value]) => entry(name, valueNode(value, this.#draft))));
    if (headers.length < 2 || (this.#uses.get(key) ?? []).length < 2) {
      return entry('headers', node);
    }
    const anchor = `headers${this.#anchors.size + 1}`;
    this.#anchors.set(key, anchor);
    node.anchor = anchor;
    return entry('headers', node, { comment: [`Below, \`*${anchor}\` means these headers.`] });
  }
}
