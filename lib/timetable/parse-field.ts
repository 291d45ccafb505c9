import { every, type Field, type FieldSpec, type TimetableProblem } from './timetable.ts';

/** A word of an expression, and the number of characters before it. */
export type Word = { readonly text: string; readonly at: number };

export type Notation = 'standard' | 'eventbridge';

/** Parses one field. For each wrong item of its list, the function adds a problem and leaves the item out. */
export function parseField(
  { text, at }: Word,
  spec: FieldSpec,
  notation: Notation,
  problems: TimetableProblem[],
): Field {
  if (text === '*' || (text === '?' && spec.mayBeOpen)) return every;
  const special = notation === 'eventbridge' ? specialOf(text, spec) : undefined;
  if (special !== undefined) return { kind: 'special', text: special };
  const values = new Set<number>();
  let offset = at;
  for (const item of text.split(',')) {
    const read = itemOf(item, spec, notation);
    if ('message' in read) problems.push({ at: offset, ...read });
    else for (const value of read.values) values.add(value);
    offset += item.length + 1;
  }
  if (values.size > spec.max - spec.min) return every;
  return { kind: 'values', values: [...values].sort((a, b) => a - b) };
}

/**
 * Parses a special field that only EventBridge has: `L`, `LW`, `15W` for days; `6L`, `FRIL`, `2#1`, `MON#1`
 * for weekdays.
 */
function specialOf(text: string, spec: FieldSpec): string | undefined {
  const word = text.toUpperCase();
  if (spec.name === 'dayOfMonth') {
    const nearest = /^(\d{1,2})W$/.exec(word)?.[1];
    if (nearest !== undefined) return within(Number(nearest), spec) ? word : undefined;
    return word === 'L' || word === 'LW' ? word : undefined;
  }
  if (spec.name !== 'dayOfWeek') return undefined;
  const [, day = '', rest = ''] = /^(\d|[A-Z]{3})(L|#[1-5])$/.exec(word) ?? [];
  const value = numberOf(day, spec, 'eventbridge');
  return value !== undefined && within(value, spec) ? `${value}${rest}` : undefined;
}

type Complaint = Omit<TimetableProblem, 'at'>;
type Item = { readonly values: readonly number[] } | Complaint;

/** Parses one item of a list: `*`, `a` or `a-b`, optionally followed by `/step`. */
function itemOf(item: string, spec: FieldSpec, notation: Notation): Item {
  const [, range = '', , stepText] = /^([^/]*)(\/(.*))?$/.exec(item) ?? [];
  const bounds = boundsOf(range, spec, notation);
  if ('message' in bounds) return bounds;
  const { from, to, isOne } = bounds;
  if (stepText === undefined) return { values: stepped(from, to, 1, spec, notation) };
  const step = /^\d{1,4}$/.test(stepText) ? Number(stepText) : 0;
  const width = spec.max - spec.min;
  if (step < 1 || step > width)
    return { message: `the step of the ${spec.label} must be 1 to ${width}, found '${stepText}'` };
  if (isOne && notation === 'standard')
    return {
      message: `a step needs a range, because cron programs interpret '${item}' differently`,
      hint: `write '${range}-${outer(spec, notation).max}/${stepText}'`,
    };
  const last = isOne ? outer(spec, notation).max : to;
  return { values: stepped(from, last, step, spec, notation) };
}

type Bounds = { readonly from: number; readonly to: number; readonly isOne: boolean };

function boundsOf(range: string, spec: FieldSpec, notation: Notation): Bounds | Complaint {
  const { min, max } = outer(spec, notation);
  if (range === '*') return { from: min, to: max, isOne: false };
  const ends = range.split('-');
  const [first = '', second] = ends;
  const from = numberOf(first, spec, notation);
  const to = second === undefined ? from : numberOf(second, spec, notation);
  const wrong = [
    [first, from],
    [second ?? first, to],
  ].find(([, value]) => value === undefined || (value as number) < min || (value as number) > max);
  if (ends.length > 2 || from === undefined || to === undefined || wrong !== undefined)
    return unknown(ends.length > 2 ? range : String(wrong?.[0]), spec, notation);
  // In standard cron, Sunday is both 0 and 7, so a range may end with Sunday.
  const end = notation === 'standard' && spec.name === 'dayOfWeek' && to === 0 && from > 0 ? 7 : to;
  if (end < from)
    return {
      message: `the ${spec.label} '${range}' has an end before its start`,
      hint: `write two ranges: '${first}-${nameOf(max, spec, notation)},${nameOf(min, spec, notation)}-${second}'`,
    };
  return { from, to: end, isOne: second === undefined };
}

function unknown(text: string, spec: FieldSpec, notation: Notation): Complaint {
  const { min, max } = outer(spec, notation);
  const names = spec.names === undefined ? '' : ` or ${spec.names[0]}-${spec.names.at(-1)}`;
  const message = `the ${spec.label} must be ${min}-${max}${names}, found '${text}'`;
  if (notation === 'standard' && /[LW#?]/i.test(text) && !/^[a-z]{3}$/i.test(text))
    return { message, hint: 'only EventBridge has L, W, # and ?: write cron(...) with six fields' };
  return { message };
}

/**
 * The smallest and largest number of a field. Weekdays of standard cron are 0 to 7, and 0 and 7 are both
 * Sunday.
 */
const outer = (spec: FieldSpec, notation: Notation): { readonly min: number; readonly max: number } =>
  notation === 'standard' && spec.name === 'dayOfWeek' ? { min: 0, max: 7 } : spec;

function numberOf(text: string, spec: FieldSpec, notation: Notation): number | undefined {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const named = spec.names?.indexOf(text.toUpperCase()) ?? -1;
  return named < 0 ? undefined : named + outer(spec, notation).min;
}

const nameOf = (value: number, spec: FieldSpec, notation: Notation): string =>
  notation === 'standard' && spec.name === 'dayOfWeek'
    ? String(value === 7 ? 6 : value)
    : (spec.names?.[value - spec.min] ?? String(value));

const within = (value: number, { min, max }: FieldSpec): boolean => value >= min && value <= max;

/** The values from `from` to `to` in steps, converted from the notation's numbers to the timetable's. */
function stepped(from: number, to: number, step: number, spec: FieldSpec, notation: Notation): number[] {
  const isWeekday = notation === 'standard' && spec.name === 'dayOfWeek';
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(isWeekday ? (value % 7) + 1 : value);
  return values;
}
