import { objectText } from '../../../results/json/object-text.ts';
import { calculated, type Evaluate, type Valued } from '../../../results/scripts/evaluation.ts';
import { isTruthy } from '../../../results/scripts/truthy.ts';
import { parseTimelineTime } from '../../../results/time.ts';
import { fingerprintText } from '../../records/alerting/fingerprint.ts';
import type { MissingDataRule, Variable, Watched } from '../../records/alerting/variables.ts';
import type { NamedValues } from '../../records/labels/filter.ts';
import { decimalOf } from '../../records/labels/parse-decimal.ts';
import type { Test } from '../../records/tests/tests.ts';

/** The result of measuring a dataset: its values for the variables and rules of its test. */
export type Measured = {
  /** The fingerprint of the dataset as JSON text: the values of labels that select its series. */
  readonly fingerprint: string;
  /** The time of the dataset in epoch milliseconds. */
  readonly time: number;
  readonly values: readonly { readonly variable: Variable; readonly value: number }[];
  /** The rules of missing data that count the dataset. */
  readonly rules: readonly MissingDataRule[];
  /** Problems of computing the values: a function failed, or a result is not a number or a time. */
  readonly problems: readonly string[];
  /**
   * Messages about label values that the dataset lacks. A dataset of another schema lacks them without a
   * mistake.
   */
  readonly absences: readonly string[];
};

/**
 * Computes the values of a dataset for the variables and rules of its test.
 * @param labels label values of the dataset. They remain JSON texts, so that no digit is lost.
 * @param start of the run, which is the time of the dataset unless its test has a timeline.
 * @param kept ids of variables that are measured even if the filter of fingerprints excludes the dataset.
 */
export async function measure(
  evaluate: Evaluate,
  test: Test,
  { variables, rules }: Watched,
  labels: NamedValues,
  start: number,
  kept: readonly number[],
): Promise<Measured> {
  const problems: string[] = [];
  const absences: string[] = [];
  const call: Call = async (script, argument, what) => {
    const answer = await evaluate(script, argument);
    if ('json' in answer) return answer;
    problems.push(`${what}: ${answer.problem}`);
    return undefined;
  };
  const names = test.fingerprintLabels ?? [];
  const argument = names.length === 0 ? 'null' : given(labels, names);
  const counts = await holds(call, test.fingerprintFilter, argument, 'the fingerprint filter of the test');
  const values: { variable: Variable; value: number }[] = [];
  for (const variable of variables.filter(({ id }) => counts || kept.includes(id))) {
    const { calculation, name } = variable;
    if (!hasAny(labels, variable.labels)) {
      absences.push(`variable ${name} has no datapoint${missing(labels, variable.labels)}`);
      continue;
    }
    const argument = given(labels, variable.labels);
    const answer = calculation?.trim()
      ? await call(calculation, argument, `variable ${name}`)
      : { json: argument };
    const json = answer && calculated(answer);
    const number = numberOf(json);
    if (json === 'null')
      absences.push(
        `variable ${name} has no datapoint, because its value is null${missing(labels, variable.labels)}`,
      );
    else if (number === undefined)
      problems.push(
        `the value of variable ${name} must be a number, found ${excerptOf(json)}${missing(labels, variable.labels)}`,
      );
    else values.push({ variable, value: number });
  }
  const counting: MissingDataRule[] = [];
  for (const rule of rules) {
    const argument = rule.labels.length === 0 ? 'null' : given(labels, rule.labels);
    if (await holds(call, rule.condition, argument, `missing data rule ${rule.name ?? rule.id}`))
      counting.push(rule);
  }
  const time = await timeOf(test, labels, start, call, { problems, absences });
  const fingerprint = fingerprintText(chosen(labels, names));
  return { fingerprint, time, values, rules: counting, problems, absences };
}

/** Calls a JavaScript function with a JSON text. Undefined when the function fails. */
type Call = (script: string, argument: string, what: string) => Promise<Valued | undefined>;

/**
 * Evaluates a condition, which is a JavaScript function. An absent condition is true, and a failing condition
 * is false.
 */
async function holds(
  call: Call,
  script: string | null | undefined,
  argument: string,
  what: string,
): Promise<boolean> {
  if (!script?.trim()) return true;
  const answer = await call(script, argument, what);
  return answer !== undefined && isTruthy(answer.json);
}

/** The existing label values as one object, in JSON text. */
const chosen = (labels: NamedValues, names: readonly string[]): string =>
  objectText(
    names.flatMap((name) => {
      const json = labels.get(name);
      return json === undefined ? [] : [[name, json] as const];
    }),
  );

/**
 * The argument of a function: the value of one label, or an object of several values. The form depends only
 * on the number of configured labels, never on the dataset.
 */
const given = (labels: NamedValues, names: readonly string[]): string =>
  names.length === 1 ? (labels.get(names[0] as string) ?? 'null') : chosen(labels, names);

/**
 * A function of several labels is called when the dataset has at least one of them. Without any value, a
 * function such as `v => v * 2` would return 0.
 */
const hasAny = (labels: NamedValues, names: readonly string[]): boolean =>
  names.some((name) => labels.has(name));

/** Names the labels of a variable that the dataset lacks, for example after a label was renamed. */
function missing(labels: NamedValues, names: readonly string[]): string {
  const absent = names.filter((name) => !labels.has(name));
  if (absent.length === 0) return '';
  return `: the dataset has no value of the label ${absent.map((name) => `'${name}'`).join(', ')}`;
}

/** The number in a JSON text: a number, or a text that is a number. Undefined for anything else. */
function numberOf(json: string | undefined): number | undefined {
  const value: unknown = json === undefined ? undefined : JSON.parse(json);
  const number = typeof value === 'string' ? decimalOf(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

async function timeOf(
  test: Test,
  labels: NamedValues,
  start: number,
  call: Call,
  { problems, absences }: { readonly problems: string[]; readonly absences: string[] },
): Promise<number> {
  const { timelineLabels, timelineFunction } = test;
  if (!timelineLabels?.length) return start;
  if (!hasAny(labels, timelineLabels)) {
    absences.push(`the time is the start of the run${missing(labels, timelineLabels)}`);
    return start;
  }
  const argument = given(labels, timelineLabels);
  const json = timelineFunction?.trim()
    ? (await call(timelineFunction, argument, 'the timeline function of the test'))?.json
    : argument;
  const time = json === undefined ? undefined : parseTimelineTime(JSON.parse(json));
  if (time !== undefined) return time;
  problems.push(
    `the time from the timeline labels must be a number or ISO 8601, found ${excerptOf(json)}: Downpour uses the start of the run`,
  );
  return start;
}

function excerptOf(json: string | undefined): string {
  if (json === undefined) return 'nothing';
  const isTooLarge = Math.abs(Number(json)) === Number.POSITIVE_INFINITY;
  return `${json.slice(0, 200)}${isTooLarge ? ', which is larger than a double can be' : ''}`;
}
