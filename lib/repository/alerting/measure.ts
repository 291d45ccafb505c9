import type { Evaluate } from '../../results/scripts/evaluate.ts';
import { decimalOf } from '../labels/decimal.ts';
import type { Test } from '../tests/tests.ts';
import { type Fingerprint, fingerprintText } from './fingerprint.ts';
import type { MissingDataRule, Variable, Watched } from './variables.ts';

/** Label values of a dataset by the names of the labels. */
export type LabelValues = Readonly<Record<string, unknown>>;

/** What a dataset says about what is watched of its test. */
export type Measured = {
  /** JSON text. */
  readonly fingerprint: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly values: readonly { readonly variable: Variable; readonly value: number }[];
  /** Rules of missing data that count it. */
  readonly rules: readonly MissingDataRule[];
  /** Why something has no value. */
  readonly problems: readonly string[];
};

/** @param start of the run, the time of the dataset unless its test has a timeline. */
export async function measure(
  evaluate: Evaluate,
  test: Test,
  { variables, rules }: Watched,
  labels: LabelValues,
  start: number,
): Promise<Measured> {
  const problems: string[] = [];
  const call: Call = async (script, argument, what) => {
    const answer = await evaluate(script, JSON.stringify(argument));
    if ('json' in answer) return JSON.parse(answer.json) as unknown;
    problems.push(`${what}: ${answer.problem}`);
    return undefined;
  };
  const fingerprint = chosen(labels, test.fingerprintLabels ?? []);
  const filter = test.fingerprintFilter;
  const counts = await holds(call, filter, single(fingerprint), 'the filter of fingerprints');
  const values: { variable: Variable; value: number }[] = [];
  for (const variable of counts ? variables : []) {
    const argument = given(labels, variable.labels);
    const { calculation, name } = variable;
    const value = calculation ? await call(calculation, argument, `variable ${name}`) : argument;
    const number = numberOf(value);
    if (number === undefined) problems.push(`variable ${name} has no number, but ${shown(value)}`);
    else values.push({ variable, value: number });
  }
  const counting: MissingDataRule[] = [];
  for (const rule of rules) {
    const argument = rule.labels.length === 0 ? null : given(labels, rule.labels);
    if (await holds(call, rule.condition, argument, `rule ${rule.name ?? rule.id}`)) counting.push(rule);
  }
  const time = await timeOf(test, labels, start, call, problems);
  return { fingerprint: fingerprintText(fingerprint), time, values, rules: counting, problems };
}

/** Undefined when the function fails. */
type Call = (script: string, argument: unknown, what: string) => Promise<unknown>;

/** A condition that is absent holds; one that fails, or gives something else than true, does not. */
async function holds(
  call: Call,
  script: string | null | undefined,
  argument: unknown,
  what: string,
): Promise<boolean> {
  return !script?.trim() || (await call(script, argument, what)) === true;
}

function chosen(labels: LabelValues, names: readonly string[]): Fingerprint {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(labels, name) ? [[name, labels[name]]] : [])),
  );
}

/** The value of one label, else an object of those there are. */
const given = (labels: LabelValues, names: readonly string[]): unknown =>
  names.length === 1 ? (chosen(labels, names)[names[0] as string] ?? null) : chosen(labels, names);

/** A fingerprint of one label is that label's value to its filter; one of none is null. */
function single(fingerprint: Fingerprint): unknown {
  const values = Object.values(fingerprint);
  if (values.length > 1) return fingerprint;
  return values[0] ?? null;
}

/** Numbers and texts that are numbers. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? decimalOf(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

async function timeOf(
  test: Test,
  labels: LabelValues,
  start: number,
  call: Call,
  problems: string[],
): Promise<number> {
  const { timelineLabels, timelineFunction } = test;
  if (!timelineLabels?.length) return start;
  const argument = given(labels, timelineLabels);
  const value = timelineFunction?.trim() ? await call(timelineFunction, argument, 'the time') : argument;
  const time =
    typeof value === 'string' && !/^-?\d+$/.test(value) ? Date.parse(value) : (numberOf(value) ?? Number.NaN);
  if (Math.abs(time) <= 8.64e15) return Math.trunc(time);
  problems.push(`the time is neither a number nor ISO 8601, but ${shown(value)}: that of the run is taken`);
  return start;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);
