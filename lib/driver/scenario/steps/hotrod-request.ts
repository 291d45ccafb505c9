import { hintAt } from '../../document/nearest.ts';
import type { Path } from '../../document/problem.ts';
import type { HotRodCache } from '../../hotrod/caches.ts';
import { HotRodExchange } from '../../hotrod/hotrod-exchange.ts';
import type { HotRodPlan } from '../../hotrod/hotrod-plan.ts';
import type { HotRodOperation } from '../../hotrod/transport.ts';
import type { Read, Step } from '../../model/session.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { SequenceCompiler, StepKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { compileText, parseText, type TextDefinition } from '../sources.ts';
import { awaitResponse } from './http-request/await.ts';
import { compileMetricName, type Metric, parseMetric } from './http-request/metric.ts';
import { constantOf } from './http-request/parse.ts';
import { fixedMetric, requestWords } from './http-request/request-words.ts';

/** A request as it travels in the plan. */
type Body = {
  /** Number of the request step in its scenario. */
  readonly step: number;
  readonly operation: HotRodOperation;
  readonly cache: TextDefinition;
  readonly key: TextDefinition;
  readonly value?: TextDefinition;
  readonly metric: Metric;
};

export const hotrodRequest: StepKind<Body> = {
  name: 'hotrodRequest',
  summary: 'Writes an entry of a Hot Rod cache, or reads one, and waits for the answer.',
  example: 'hotrodRequest: { put: stock, key: apples, value: many }',
  cost: 'Builds key and value from their patterns, and records times and counts; the client of the protocol is loaded once for each shard that uses it.',
  atError:
    'An unset variable, or a cache that no `hotrod` entry lists, fails the phase; a lost connection, a refusal or a time limit makes the request invalid, and unless `stopOnInvalid` is false that ends its user.',
  parse,
  compile: (body, compiler) => [send(planOf(body, compiler)), awaitResponse],
  requests: ({ step, operation, cache, metric }) => [
    { step, ...fixedMetric(metric), request: requestWords(operation, cache), slas: [] },
  ],
};

const operations: readonly HotRodOperation[] = ['put', 'get'];

function parse(raw: unknown, at: Path, scope: Scope): Body | undefined {
  const body = bodyOf(raw);
  if (body === undefined) return undefined;
  const step = scope.nextRequest();
  const { findings } = scope;
  const asked = parseOperation(body, at, scope);
  const text = (name: string): TextDefinition | undefined =>
    body[name] === undefined ? undefined : parseText(body[name], [...at, name], scope);
  const [key, value] = [text('key'), text('value')];
  const metric = parseMetric(body.metric, [...at, 'metric'], scope);
  if (body.key === undefined) findings.error(at, "'key' is missing");
  if (asked === undefined) return undefined;
  if (asked.operation === 'put' && body.value === undefined)
    findings.error(at, "'value' is missing, put writes it");
  if (asked.operation === 'get' && body.value !== undefined)
    findings.warning([...at, 'value'], 'get does not use a value');
  return key === undefined ? undefined : { step, ...asked, key, ...(value && { value }), metric };
}

/** `put: CACHE`, `get: CACHE`, or `operation` with `cacheName`. */
function parseOperation(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): Pick<Body, 'operation' | 'cache'> | undefined {
  const { findings } = scope;
  const given = [...operations, 'operation'].filter((name) => body[name] !== undefined);
  const [only] = given;
  if (only === undefined || given.length > 1) {
    const what = only === undefined ? 'no operation' : `several operations: ${given.join(', ')}`;
    findings.error(at, `hotrodRequest has ${what}`, "write 'put: CACHE' or 'get: CACHE'");
    return undefined;
  }
  const named = only !== 'operation';
  if (named && body.cacheName !== undefined)
    findings.error([...at, 'cacheName'], `the cache is given twice: under ${only} and under cacheName`);
  const word = named ? only : textOf(body.operation)?.toLowerCase();
  const operation = operations.find((each) => each === word);
  if (operation === undefined)
    findings.error(
      [...at, 'operation'],
      `unknown operation '${textOf(body.operation)}'`,
      'known are PUT, GET',
    );
  const place = named ? only : 'cacheName';
  if (body[place] === undefined) {
    findings.error(at, `'${place}' is missing`);
    return undefined;
  }
  const cache = parseText(body[place], [...at, place], scope);
  if (cache !== undefined) checkCache(constantOf(cache), [...at, place], scope);
  return operation === undefined || cache === undefined ? undefined : { operation, cache };
}

const declare = "declare it with 'hotrod: { uri: hotrod://HOST, caches: [NAME] }'";

function checkCache(name: string | undefined, at: Path, { context, findings }: Scope): void {
  const { caches } = context;
  if (name === undefined || caches === undefined || caches.includes(name)) return;
  findings.error(at, `no hotrod entry lists the cache '${name}'`, hintAt(name, caches) ?? declare);
}

function planOf(body: Body, compiler: SequenceCompiler): HotRodPlan {
  const { environment, variables } = compiler;
  return {
    operation: body.operation,
    cache: compileCache(body.cache, compiler),
    key: compileText(body.key, variables),
    value: body.operation === 'put' && body.value ? compileText(body.value, variables) : undefined,
    metric: compileMetricName(body.metric, (name) => environment.recorder.metric(name, body.step)),
    onFailure: (error) => environment.recordError(error),
    stopOnInvalid: environment.ergonomics.stopOnInvalid,
  };
}

function compileCache(
  cache: TextDefinition,
  { environment, variables }: SequenceCompiler,
): HotRodCache | Read<HotRodCache> {
  const { caches } = environment;
  const constant = constantOf(cache);
  if (constant !== undefined) return caches.named(constant);
  const name = compileText(cache, variables);
  return (session, sequence) => caches.named(name(session, sequence));
}

function send(plan: HotRodPlan): Step {
  return (session, sequence) => {
    const exchange = session.takeExchange(HotRodExchange);
    if (exchange === undefined) return false;
    sequence.exchange = exchange;
    exchange.begin(plan, sequence);
    return true;
  };
}
