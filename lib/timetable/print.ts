import {
  type Calendar,
  eventBridgeFields,
  type Field,
  type FieldSpec,
  fieldSpecs,
  standardFields,
  type Timetable,
} from './timetable.ts';

/** Prints a timetable in the notation of EventBridge. */
export function printEventBridge(timetable: Timetable): string {
  if (timetable.kind === 'rate') {
    const { count, unit } = timetable;
    return `rate(${count} ${unit}${count === 1 ? '' : 's'})`;
  }
  const fields = eventBridgeFields.map((name) => {
    const field = timetable[name];
    if (isOpen(timetable, name)) return '?';
    if (field.kind !== 'values') return field.kind === 'every' ? '*' : field.text;
    return listed(field.values, fieldSpecs[name], (from) => `${from}`);
  });
  return `cron(${fields.join(' ')})`;
}

/** Prints a timetable in the notation of cron. Undefined for an expression that only EventBridge has. */
export function printStandard(timetable: Timetable): string | undefined {
  if (timetable.kind === 'rate' || timetable.year.kind !== 'every') return undefined;
  const fields = standardFields.map((name) => {
    const field = timetable[name];
    if (field.kind !== 'values') return field.kind === 'every' ? '*' : undefined;
    const spec = fieldSpecs[name];
    return listed(field.values, spec, (from) => (from === spec.min ? '*' : `${from}-${spec.max}`));
  });
  return fields.includes(undefined) ? undefined : fields.join(' ');
}

/**
 * Prints a calendar in the notation of the library that computes times: with seconds, and `#L` for the last
 * weekday.
 */
export function printPattern(calendar: Calendar): string {
  const fields = eventBridgeFields.map((name) => patternOf(calendar[name]));
  return `0 ${fields.join(' ')}`;
}

function patternOf(field: Field): string {
  if (field.kind === 'every') return '*';
  return field.kind === 'values' ? field.values.join(',') : field.text.replace(/^(\d)L$/, '$1#L');
}

/**
 * Whether a day field is printed as `?`. EventBridge needs this in one of the two day fields: the weekday,
 * unless it has values.
 */
function isOpen({ dayOfWeek }: Calendar, name: keyof Calendar): boolean {
  return name === (dayOfWeek.kind === 'every' ? 'dayOfWeek' : 'dayOfMonth');
}

/** Prints a field as a step, or as values and ranges. Both notations write these in the same way. */
function listed(values: readonly number[], spec: FieldSpec, begin: (from: number) => string): string {
  const [first = spec.min, second = first] = values;
  const last = values.at(-1) ?? first;
  const step = second - first;
  const isEven = values.every((value, index) => value === first + index * step);
  if (isEven && values.length > 2 && step > 1 && spec.name !== 'dayOfWeek' && last + step > spec.max)
    return `${begin(first)}/${step}`;
  const named = (value: number): string => spec.names?.[value - spec.min] ?? String(value);
  return runsOf(values)
    .flatMap((run) =>
      run.length > 2 ? [`${named(run[0] ?? 0)}-${named(run.at(-1) ?? 0)}`] : run.map((value) => named(value)),
    )
    .join(',');
}

/** Divides values into groups of consecutive numbers. */
function runsOf(values: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run?.at(-1) === value - 1) run.push(value);
    else runs.push([value]);
  }
  return runs;
}
