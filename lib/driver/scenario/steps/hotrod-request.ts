import { type Mapping, schemasOf } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { textOf } from '../../declaration/value-readers.ts';
import { hintAt } from '../../document/nearest.ts';
import type { Path } from '../../document/problem.ts';
import type { HotRodCache } from '../../hotrod/caches.ts';
import { HotRodExchange } from '../../hotrod/hotrod-exchange.ts';
import type { HotRodPlan } from '../../hotrod/request-plan.ts';
import type { HotRodOperation } from '../../hotrod/transport.ts';
import type { Read, Step } from '../../model/session.ts';
import { requestNumber } from '../declaration/request-step-number.ts';
import type { ScopedField, ScopedGroup } from '../declaration/scoped-field.ts';
import { type SequenceCompiler, step } from '../kind.ts';
import { compileMetricName, type Metric, requestMetric } from '../metric.ts';
import type { Scope } from '../scope.ts';
import { compileText, constantOf, type TextDefinition, textSource } from '../sources.ts';
import { awaitResponse } from './http-request/await.ts';
import { fixedMetric, requestWords } from './http-request/request-label.ts';

/** The body of a Hot Rod request in the plan. */
type Body = {
  /** The number of the request step in its scenario. */
  readonly step: number;
  readonly operation: HotRodOperation;
  readonly cache: TextDefinition;
  readonly key: TextDefinition;
  readonly value?: TextDefinition;
  readonly metric: Metric;
};

const cache = (description: string): ScopedField<TextDefinition, false> => ({
  ...textSource(description),
  schema: name(description, 'stock').schema,
});

const operations: readonly HotRodOperation[] = ['put', 'get'];

const members = {
  get: cache('Reads an entry of this cache. The name of the cache may contain `${variable}`.'),
  put: cache('Writes an entry of this cache. The name of the cache may contain `${variable}`.'),
  operation: name('`PUT` or `GET`. Use it with `cacheName`, in place of `put` or `get`.', 'PUT'),
  cacheName: textSource('Name of the cache.', 'stock'),
  key: textSource('Key of the entry. Required.', 'apples'),
  value: textSource('Value of the entry. Required for `put`.', 'many'),
};

type Entry = Pick<Body, 'operation' | 'cache' | 'key' | 'value'>;

/**
 * The members of a Hot Rod request. Their parser reports all missing members at once, so the schema requires
 * none.
 */
const entry: ScopedGroup<Entry, true> = {
  members: schemasOf(members),
  always: true,
  isGiven: () => true,
  parse(body, at, scope) {
    const { findings } = scope;
    const asked = parseOperation(body, at, scope);
    const text = (name: 'key' | 'value'): TextDefinition | undefined =>
      body[name] === undefined ? undefined : members[name].parse(body[name], [...at, name], scope);
    const [key, value] = [text('key'), text('value')];
    if (body.key === undefined) findings.error(at, "'key' is missing", "add for example 'key: apples'");
    if (asked?.operation === 'put' && body.value === undefined)
      findings.error(at, "'value' is missing: put needs a value", "add for example 'value: many'");
    if (asked?.operation === 'get' && body.value !== undefined)
      findings.warning(
        [...at, 'value'],
        "'get' needs no value, so Downpour ignores this value",
        "remove 'value'",
      );
    return asked && key && { ...asked, key, ...(value && { value }) };
  },
};

/**
 * Reads the operation and the cache: `put: CACHE`, `get: CACHE`, or `operation` together with `cacheName`.
 */
function parseOperation(
  body: Mapping,
  at: Path,
  scope: Scope,
): Pick<Body, 'operation' | 'cache'> | undefined {
  const { findings } = scope;
  const given = [...operations, 'operation' as const].filter((name) => body[name] !== undefined);
  const [only] = given;
  if (only === undefined || given.length > 1) {
    const what = only === undefined ? 'no operation' : `several operations: ${given.join(', ')}`;
    findings.error(at, `hotrodRequest has ${what}`, "write either 'put: CACHE' or 'get: CACHE'");
    return undefined;
  }
  const place = only === 'operation' ? 'cacheName' : only;
  if (place !== 'cacheName' && body.cacheName !== undefined)
    findings.error(
      [...at, 'cacheName'],
      `the cache is given twice, in '${only}' and in 'cacheName'`,
      'remove one of the two',
    );
  const word = only === 'operation' ? textOf(body.operation) : only;
  const operation = operations.find((each) => each === word?.toLowerCase());
  if (operation === undefined)
    findings.error([...at, 'operation'], `unknown operation '${word}'`, 'expected PUT or GET');
  if (body[place] === undefined) {
    findings.error(at, `'${place}' is missing`, `add for example '${place}: stock'`);
    return undefined;
  }
  const cache = members[place].parse(body[place], [...at, place], scope);
  if (cache !== undefined) checkCache(constantOf(cache), [...at, place], scope);
  return operation && cache && { operation, cache };
}

export const hotrodRequest = step({
  name: 'hotrodRequest',
  summary: 'Writes an entry of a Hot Rod cache, or reads one, and waits for the answer.',
  example: 'hotrodRequest: { put: stock, key: apples, value: many }',
  cost: 'Builds key and value from their patterns, and records times and counts. The client of the protocol is loaded once for each shard that uses it.',
  atError:
    'An unset variable, or a cache that no `hotrod` entry lists, fails the phase. A lost connection, a refusal or a time limit makes the request invalid. An invalid request ends its user, unless `stopOnInvalid` is false.',
  fields: {
    step: requestNumber,
    entry,
    metric: requestMetric(
      'Name of the metric, or rules over the name of the cache; the name of the sequence when absent.',
    ),
  },
  check: ({ entry, ...rest }): Body => ({ ...entry, ...rest }),
  compile: (body, compiler) => [send(planOf(body, compiler)), awaitResponse],
  requests: ({ step, operation, cache, metric }) => [
    { step, ...fixedMetric(metric), request: requestWords(operation, cache), slas: [] },
  ],
});

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
