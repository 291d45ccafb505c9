import { define, own, referTo } from '../declaration/schema.ts';
import { textOf } from '../declaration/value-readers.ts';
import type { Path } from '../document/problem.ts';
import type { RequestPool } from '../http/exchange/request-plan.ts';
import type { MetricRecorder } from '../statistics/recording/metric-recorder.ts';
import type { ScopedField, ScopedGroup } from './declaration/scoped-field.ts';
import type { SequenceCompiler } from './kind.ts';
import { scenarios } from './limits.ts';
import { RegularExpression, RegularExpressionProblem } from './pattern/regular-expression.ts';
import type { Scope } from './scope.ts';
import { kindOf } from './values.ts';

/** The metric of a request: a fixed name, or rules that are tried in order. */
export type Metric = string | readonly MetricRule[];

/**
 * A rule that gives a request its metric. `match`: the regular expression that the whole text must match.
 * Without `match`, the rule always applies. Without `name`, the metric is the matched text.
 */
export type MetricRule = { readonly match?: string; readonly name?: string };

const metric = define('metric', {
  title: 'a name, or a list of rules such as `REGEX -> NAME`',
  ...own(
    'The name of the statistics: a fixed name, or rules `REGEX -> NAME`, `REGEX` or `-> NAME`. The first rule that matches the whole path wins.',
    'products',
  ),
  type: ['string', 'number', 'boolean', 'array'],
  minItems: 1,
  items: { type: 'string', title: 'a rule such as `REGEX -> NAME`' },
});

export const metricName = (description?: string, example?: string): ScopedField<Metric, false> => ({
  schema: referTo(metric, description, example),
  always: false,
  parse: parseMetric,
});

/**
 * The members that give the metric of a request. If the document gives none, the metric is the name of the
 * sequence.
 */
export const requestMetric = (description: string, example?: string): ScopedGroup<Metric, true> => ({
  members: { metric: metricName(description, example).schema },
  always: true,
  isGiven: () => true,
  parse: ({ metric: raw }, _at, scope, placeOf) =>
    raw === undefined ? scope.sequence : parseMetric(raw, placeOf('metric'), scope),
});

export function parseMetric(raw: unknown, at: Path, scope: Scope): Metric {
  if (!Array.isArray(raw)) return textOf(raw) ?? scope.sequence;
  return raw.flatMap((item: unknown, index) => {
    const rule = metricRule(textOf(item) ?? '');
    const problem = problemOf(rule);
    if (problem !== undefined) scope.findings.error([...at, index], `metric rule ${problem}`);
    return [rule];
  });
}

function problemOf({ match, name }: MetricRule): string | undefined {
  if (match === undefined) return undefined;
  try {
    const expression = wholeOf(match);
    const problem = name === undefined ? undefined : expression.problemOf(name);
    return problem === undefined ? undefined : `has the name '${name}', in which ${problem}`;
  } catch (error) {
    if (!(error instanceof RegularExpressionProblem)) throw error;
    return `has an invalid regular expression: ${error.message}`;
  }
}

const wholeOf = (match: string): RegularExpression => new RegularExpression(`^(?:${match})$`);

/** Parses a rule for a metric: `REGEX -> NAME`, `REGEX` or `-> NAME`. */
function metricRule(text: string): MetricRule {
  const arrow = text.indexOf('->');
  if (arrow < 0) return { match: text.trim() };
  const match = text.slice(0, arrow).trim();
  const name = text.slice(arrow + 2).trim();
  return match === '' ? { name } : { match, name };
}

/**
 * Compiles the metric of a request. Rules are applied to the path of the request. If there are several
 * targets, the host and port of the target precede the path.
 */
export function compileMetric(
  rules: Metric,
  { pools }: SequenceCompiler['environment'],
  place: (name: string) => MetricRecorder,
): (path: string, pool: RequestPool) => MetricRecorder {
  const byText = compileMetricName(rules, place);
  if (typeof rules === 'string' || pools.list.length < 2) return byText;
  return (path, { target }) => byText(`${target.host}:${target.port}${path}`);
}

/**
 * Compiles the name of a metric. A fixed name costs nothing at run time. Rules are tried once for each
 * different text, and the result is remembered.
 */
export function compileMetricName(
  rules: Metric,
  place: (name: string) => MetricRecorder,
): (text: string) => MetricRecorder {
  if (typeof rules === 'string') {
    const metric = place(rules);
    return () => metric;
  }
  const name = ruleNames(rules);
  const known = new Map<string, MetricRecorder>();
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const metric = place(name(text));
    if (known.size < scenarios.knownPathsMax && text.length <= scenarios.knownPathCharsMax)
      known.set(text, metric);
    return metric;
  };
}

function ruleNames(rules: readonly MetricRule[]): (path: string) => string {
  const compiled = rules.map((rule) => ({
    match: rule.match === undefined ? undefined : wholeOf(rule.match),
    name: rule.name,
  }));
  return (path) => {
    for (const { match, name } of compiled) {
      if (match === undefined) return name ?? path;
      if (match.matchesAll(path)) return name === undefined ? path : match.replace(path, name, false);
    }
    throw new Error(
      `no metric rule fits the path of this request, ${kindOf(path)}; end the rules with '-> NAME'`,
    );
  };
}
