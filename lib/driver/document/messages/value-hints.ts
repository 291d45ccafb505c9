import type { Path } from '../problem.ts';
import { timeHint } from '../time.ts';
import { type Around, expectedValue, isMapping, membersOf } from './expected-value.ts';

/**
 * A hint for a wrong value: how to write the value that its author probably means. Undefined when nothing is
 * likely.
 */
export const wrongValueHint = (around: Around, data: unknown, path: Path): string | undefined =>
  stepHint(around, path) ??
  sequenceHint(around, data) ??
  rangeHint(around, data, path) ??
  nestedHint(around, data, path) ??
  shapeHint(around, data) ??
  scalarHint(around, data);

/** The hint for a step where a sequence is expected. */
function stepHint({ title }: Around, path: Path): string | undefined {
  const name = path.at(-1);
  return title === 'a list of steps' && typeof name === 'string' && membersOf('step').includes(name)
    ? `'${name}' is a step: write '- main:' above it, which names a sequence, and indent the step below`
    : undefined;
}

/** The hint for a name where a whole sequence is expected. */
const sequenceHint = ({ title }: Around, data: unknown): string | undefined =>
  title === 'sequence' && typeof data === 'string' && /^[\w-]{1,40}$/.test(data)
    ? `write '${data}:' and its steps here`
    : undefined;

/**
 * The hint for an HTTP status, such as 200, 2xx or 200-299, where a handler that checks the status is
 * expected. A list of statuses gets no hint, because every handler of a list must accept the status.
 */
export function rangeHint({ title }: Around, data: unknown, path: Path): string | undefined {
  const isRange = /^[1-5](\d\d|xx)(-[1-5](\d\d|xx))?$/.test(String(data));
  const isInList = typeof path.at(-1) === 'number';
  return title === 'status handler' && isRange && !isInList ? `write '{ range: ${data} }'` : undefined;
}

/** The hint for a list in a list, which needs one dash less. */
const nestedHint = ({ type }: Around, data: unknown, path: Path): string | undefined =>
  Array.isArray(data) &&
  typeof path.at(-1) === 'number' &&
  type?.includes('object') &&
  !type.includes('array')
    ? "a list cannot be an item of this list: remove the first '-', also before !foreach"
    : undefined;

/** The hint for a value of another type than expected, such as a mapping instead of a list. */
function shapeHint(around: Around, data: unknown): string | undefined {
  const types = [around.type ?? []].flat();
  if (typeof data !== 'string') {
    if (isMapping(data) && types.includes('array')) return "begin each item of the list with '-'";
    return typeof data === 'object' && data !== null && types.join() === 'string'
      ? 'write the value as one text in quotes'
      : undefined;
  }
  if (!types.includes('object')) return undefined;
  if (around.properties?.host !== undefined) return `write 'host: ${data}' on the next line, indented`;
  if (around.properties?.limits !== undefined)
    return `write for example 'limits: { "0.99": 250ms }' on the next line, indented`;
  const [, method = 'GET', path] = /^(?:([A-Z]+)[ :])?((?:https?:\/)?\/\S*)$/.exec(data) ?? [];
  if (path !== undefined) return `write '${method}: ${path}' on the next line, indented`;
  const [only, ...others] = Object.entries(around.properties ?? {});
  if (only !== undefined && others.length === 0 && isTextSchema(only[1]) && /^[\w-]{1,40}$/.test(data))
    return `write '{ ${only[0]}: ${data} }'`;
  return /^[\w-]+: \S/.test(data) ? 'write the value without quotes' : undefined;
}

const isTextSchema = (schema: unknown): boolean => (schema as Around).type === 'string';

function scalarHint(around: Around, data: unknown): string | undefined {
  const types = [around.type ?? []].flat();
  if (data === 0 && around.exclusiveMinimum === 0) return 'write a small number instead, such as 0.1';
  if (types.includes('boolean') && typeof data === 'string' && /^(yes|on|no|off)$/i.test(data)) {
    return `write ${/^(yes|on)$/i.test(data)}`;
  }
  if (typeof data !== 'string') return undefined;
  return variableHint(around, data) ?? valueHint(around, data) ?? blankHint(data);
}

/** The hint for a variable of a shell or of another tool, where the value must be known before the run. */
function variableHint(around: Around, text: string): string | undefined {
  const [, name, otherwise, braced] =
    /^(?:\$\{?(\w+)(?::-?([^{}\s]+))?\}?|\{\{ *(\w+) *\}\})$/.exec(text) ?? [];
  const parameter = name ?? braced;
  if (parameter === undefined || /fromVar/.test(expectedValue(around))) return undefined;
  const written = ['!param', parameter, otherwise ?? []].flat().join(' ');
  return `write '${written}', and give its value with -P ${parameter}=...`;
}

function valueHint(around: Around, data: string): string | undefined {
  const types = [around.type ?? []].flat();
  const time = /such as (?:30s|(20ms))/.exec(expectedValue(around));
  if (time !== null) return timeHint(data, time[1] !== undefined);
  return types.includes('number') || types.includes('integer') ? numberHint(data) : undefined;
}

/** The hint for a value with spaces before or after it, as in `-P "RATE= 5"`. */
const blankHint = (text: string): string | undefined =>
  text.trim() === text || text.trim() === ''
    ? undefined
    : `write '${text.trim()}' without the spaces before or after it`;

/**
 * The hint for a number with a decimal comma, with signs between its thousands, or with a unit such as `%`,
 * `/s` or `users`.
 */
function numberHint(text: string): string | undefined {
  if (/^\d+,\d{1,2}$/.test(text)) return `write ${text.replace(',', '.')}`;
  const [, digits, unit = ''] =
    /^((?:\d{1,3}(?:[,_' ]\d{3})+|\d+)(?:\.\d+)?) ?(k|%|rps|(?:users?|req(?:uest)?s?)?(?: ?(?:\/|per) ?s(?:ec(?:ond)?)?)?)$/i.exec(
      text,
    ) ?? [];
  if (digits === undefined || Number.isFinite(Number(text))) return undefined;
  const number = Number(digits.replace(/[,_' ]/g, ''));
  return `write ${unit === '%' ? number / 100 : number * (/^k$/i.test(unit) ? 1000 : 1)}`;
}
