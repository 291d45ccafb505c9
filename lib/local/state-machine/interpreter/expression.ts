import { createHash } from 'node:crypto';
import jsonata from 'jsonata';
import { StatesError } from './errors.ts';
import type { Json } from './json.ts';

/**
 * Functions that expressions cannot use. Step Functions runs JSONata 2.0.6 without `$eval`. It rejects
 * definitions with `$eval`, and with `$$`, which has no value.
 */
const withheld = new Map([
  ['eval', '$eval is not allowed, because Step Functions has no such function'],
  ['$', '$$ is not allowed, because it has no value in Step Functions'],
]);

/** The functions that Step Functions adds to JSONata, as far as definitions use them. */
const added = {
  hash: (data: unknown, algorithm = 'SHA-256'): string | undefined =>
    data === undefined
      ? undefined
      : createHash(algorithm.replace('-', '').toLowerCase())
          .update(typeof data === 'string' ? data : JSON.stringify(data))
          .digest('hex'),
};

/** The variables of an expression. Their names have no dollar sign here. */
export type Bindings = Readonly<Record<string, unknown>>;

const compiled = new Map<string, jsonata.Expression>();

/**
 * Evaluates every `{% JSONata %}` in a JSON value. An expression without a result is an error, as in Step
 * Functions.
 * @throws StatesError States.QueryEvaluationError.
 */
export async function evaluate(template: Json, bindings: Bindings): Promise<unknown> {
  if (typeof template === 'string') {
    const source = expressionIn(template);
    return source === undefined ? template : evaluateSource(source, bindings);
  }
  if (typeof template !== 'object' || template === null) return template;
  if (isArray(template)) return Promise.all(template.map((entry) => evaluate(entry, bindings)));
  const entries = Object.entries(template).map(
    async ([name, value]) => [name, await evaluate(value, bindings)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Finds expressions with a syntax error in a JSON value, for the check of a definition. Each result has the
 * error.
 */
export function* brokenExpressions(template: Json): Generator<string> {
  if (typeof template === 'string') {
    const source = expressionIn(template);
    const problem = source === undefined ? undefined : syntaxProblem(source);
    if (problem) yield `the expression ${template} is wrong: ${problem}`;
  } else if (typeof template === 'object' && template !== null) {
    for (const entry of Object.values(template)) yield* brokenExpressions(entry);
  }
}

function expressionIn(text: string): string | undefined {
  return /^\{%([\s\S]*)%\}$/.exec(text)?.[1];
}

async function evaluateSource(source: string, bindings: Bindings): Promise<unknown> {
  let value: unknown;
  try {
    value = await compile(source).evaluate(undefined, { ...bindings, ...added, eval: undefined });
  } catch (error) {
    throw new StatesError('States.QueryEvaluationError', `${source.trim()}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (value === undefined) {
    throw new StatesError('States.QueryEvaluationError', `${source.trim()} returned nothing (undefined)`);
  }
  return value;
}

function compile(source: string): jsonata.Expression {
  const known = compiled.get(source);
  if (known) return known;
  const expression = jsonata(source);
  compiled.set(source, expression);
  return expression;
}

function syntaxProblem(source: string): string | undefined {
  try {
    return withheldIn(compile(source).ast());
  } catch (error) {
    return messageOf(error);
  }
}

function withheldIn(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const { type, value } = node as { readonly type?: unknown; readonly value?: unknown };
  if (type === 'variable' && typeof value === 'string' && withheld.has(value)) return withheld.get(value);
  return Object.values(node)
    .map(withheldIn)
    .find((problem) => problem !== undefined);
}

/** The message of a thrown value. JSONata throws objects that are not errors. */
const messageOf = (error: unknown): string => String((error as { message?: unknown }).message ?? error);

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
