import type { ErrorObject } from 'ajv';
import schema from '../../../schema/benchmark.schema.json' with { type: 'json' };
import { kindHint } from './kind-hints.ts';
import { nearestName } from './nearest.ts';
import { pathTo, pointerTo } from './path.ts';
import type { Finding, Path } from './problem.ts';
import { timeHint } from './time.ts';
import { foreignSpaceIn } from './yaml-errors.ts';

type Violation = ErrorObject<string, Readonly<Record<string, unknown>>>;
/** The schema that contains a violated keyword. Titles of values follow the words "must be" in messages. */
type Around = {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly maxProperties?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly else?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly { readonly required?: readonly string[] }[];
  readonly anyOf?: readonly { readonly required?: readonly string[] }[];
};

/** Turns the validator's errors into one message for each mistake that a person has to correct. */
export function schemaMessages(violations: readonly Violation[], document: unknown): readonly Finding[] {
  const causes = violations.filter(isCause);
  const misspelt = new Set(causes.flatMap(meantMember));
  const crowded = new Set(
    causes.filter(({ keyword }) => keyword === 'maxProperties').map(({ instancePath }) => instancePath),
  );
  const findings = causes
    .filter((violation) => !missingMembers(violation).some((pointer) => misspelt.has(pointer)))
    .filter(({ keyword, instancePath }) => keyword !== 'additionalProperties' || !crowded.has(instancePath))
    .flatMap((violation) => messagesOf(violation, document));
  return unique(findings);
}

/** True for an error that is a cause. An error of a branch or of `if` only repeats its cause. */
function isCause({ keyword, schemaPath, data }: Violation): boolean {
  if (keyword === 'if' || /\/(oneOf|anyOf)\/\d+\//.test(schemaPath)) return false;
  return isMapping(data) || !(keyword === 'oneOf' || keyword === 'anyOf' || keyword === 'not');
}

/** The member that the author meant. `hots: x` is one mistake, so no message says that `host` is missing. */
function meantMember({ keyword, params, instancePath, parentSchema }: Violation): readonly string[] {
  if (keyword !== 'additionalProperties') return [];
  const name = nearestName(
    String(params.additionalProperty),
    Object.keys((parentSchema as Around).properties ?? {}),
  );
  return name === undefined ? [] : [`${instancePath}/${name}`];
}

function missingMembers({ keyword, params, instancePath, parentSchema }: Violation): readonly string[] {
  if (keyword === 'required') return [`${instancePath}/${params.missingProperty}`];
  if ((keyword !== 'oneOf' && keyword !== 'anyOf') || Array.isArray(params.passingSchemas)) return [];
  const branches = (parentSchema as Around)[keyword] ?? [];
  return branches.flatMap((branch) => branch.required ?? []).map((name) => `${instancePath}/${name}`);
}

function messagesOf(violation: Violation, document: unknown): readonly Finding[] {
  const path = pathTo(violation.instancePath, document);
  const around = (violation.parentSchema ?? {}) as Around;
  const error = (message: string, hint?: string, at: Path = path): readonly Finding[] => [
    { severity: 'error', path: at, message, ...(hint === undefined ? {} : { hint }) },
  ];
  switch (violation.keyword) {
    case 'additionalProperties':
      return unknownMember(String(violation.params.additionalProperty), path, around, error, violation.data);
    case 'propertyNames': {
      const name = String(violation.params.propertyName);
      return error(`'${name}' is not ${expected(violation.schema as Around)}`, undefined, [...path, name]);
    }
    case 'required':
      return error(...missingMember(String(violation.params.missingProperty), around));
    case 'oneOf':
      return error(choice(around.oneOf ?? [], violation.data));
    case 'anyOf':
      return error(`'${(around.anyOf ?? [])[0]?.required?.[0]}' is missing`);
    case 'not':
      return error("has both 'scenario' and 'forks', expected at most one of them");
    case 'minProperties':
    case 'maxProperties':
      return error(...entries(around, violation.data));
    case 'minLength':
      return error('must not be empty');
    case 'minItems':
      return error('must not be empty, expected at least one item');
    case 'enum':
      return error(...outsideEnum(violation, around, path));
    default:
      return violation.propertyName === undefined ? error(...wrongValue(path, around, violation.data)) : [];
  }
}

/** The message about a missing member. An incrementable number may have one member of its two. */
function missingMember(name: string, { properties = {} }: Around): Wording {
  const message = `'${name}' is missing`;
  const isIncrementable = 'base' in properties && 'increment' in properties;
  if (!isIncrementable) return [message];
  return name === 'increment'
    ? [message, "write 'increment: 0', or only the number in place of base and increment"]
    : [message, "write 'base: NUMBER', the value in the first iteration"];
}

type Wording = readonly [message: string, hint?: string];
type Report = (message: string, hint?: string, at?: Path) => readonly Finding[];

function unknownMember(
  name: string,
  path: Path,
  around: Around,
  error: Report,
  mapping: unknown,
): readonly Finding[] {
  const noun = around.maxProperties === 1 && around.title !== undefined ? around.title : 'property';
  const known = Object.keys(around.properties ?? {});
  const hint =
    spaceHint(name) ??
    dashHint(name) ??
    itemHint(name, around, mapping) ??
    kindHint(noun, name, membersOf('step'), known);
  return error(`unknown ${noun} '${name}'`, hint, [...path, name]);
}

/** The hint for a name that contains a foreign space, with which some editors and web pages indent lines. */
function spaceHint(name: string): string | undefined {
  const found = foreignSpaceIn(name);
  return (
    found && `this name has the character ${found.code}, which looks like a space; write a space in its place`
  );
}

/** The hint for a dash that begins no list item: it has no space after it, or is a longer dash. */
function dashHint(name: string): string | undefined {
  const item = /^(?:-|[\u2010-\u2015]\s*)(?=\S)(.*)$/.exec(name)?.[1];
  return item === undefined
    ? undefined
    : `write '- ${item}' with a space after the '-', if this is an item of a list`;
}

/** The hint for a list in a mapping where the author forgot that a list of such mappings is expected. */
function itemHint(name: string, { type, properties = {} }: Around, mapping: unknown): string | undefined {
  const isItem = type?.includes('array') && isMapping(mapping) && Array.isArray(mapping[name]);
  if (!isItem || nearestName(name, Object.keys(properties)) !== undefined) return undefined;
  return `write '- ${name}:' if this is an item of a list`;
}

function choice(branches: readonly { readonly required?: readonly string[] }[], data: unknown): string {
  const names = branches.flatMap((branch) => branch.required ?? []).map((name) => `'${name}'`);
  const given = names.filter((name) => isMapping(data) && name.slice(1, -1) in data);
  if (given.length > 1) return `has both ${given.join(' and ')}, expected exactly one of them`;
  return `${names.join(' or ')} is missing, expected exactly one of them`;
}

function entries(around: Around, data: unknown): Wording {
  const names = Object.keys(isMapping(data) ? data : {}).map((name) => `'${name}'`);
  const noun = around.title ?? 'entry';
  if (around.maxProperties !== 1) return ['must not be empty, expected at least one entry'];
  if (names.length === 0) return [`expected exactly one ${noun}, found none`];
  const hint =
    noun === 'phase kind'
      ? 'check the indentation'
      : `check the indentation, or begin each ${noun} with its own '-'`;
  return [`expected exactly one ${noun} here, found ${listOf(names)}`, hint];
}

/**
 * The message about a word outside a fixed set: a word in place of a step, action or handler, or a wrong word
 * in a member.
 */
function outsideEnum(violation: Violation, around: Around, path: Path): Wording {
  const values = (around.enum ?? []).map(String);
  const word = String(violation.data);
  if (around.title === undefined) {
    return [`must be ${oneOf(values)}, found ${shown(violation.data)}`, didYouMean(word, values)];
  }
  const known = membersOf(around.title);
  if (known.includes(word))
    return [`${around.title} '${word}' has no body`, `write '${word}:' and its fields`];
  const first = word.split(/[\s:]/)[0] ?? '';
  if (known.includes(first))
    return [`unknown ${around.title} '${word}'`, `write '${first}: ...' with a colon and a space`];
  const hint = rangeHint(around, word, path) ?? kindHint(around.title, word, membersOf('step'), known);
  return [`unknown ${around.title} '${word}'`, hint];
}

type Group = { readonly title?: string; readonly else?: { readonly properties?: object } };

/** The kinds of each group by its title, such as the names of all steps. The first such group counts. */
const kinds: ReadonlyMap<string | undefined, readonly string[]> = new Map(
  Object.values(schema.definitions as Readonly<Record<string, Group>>)
    .reverse()
    .flatMap(({ title, else: others }) =>
      others === undefined ? [] : [[title, Object.keys(others.properties ?? {})] as const],
    ),
);

const membersOf = (title: string): readonly string[] => kinds.get(title) ?? [];

function wrongValue(path: Path, around: Around, data: unknown): Wording {
  if (path.length === 0) {
    const found = data === null || data === undefined ? 'is empty' : `is ${shown(data)}`;
    return [`the document ${found}, expected a mapping with name, http and phases`];
  }
  return [
    `must be ${expected(around)}, found ${shown(data)}`,
    stepHint(around, path) ??
      rangeHint(around, data, path) ??
      shapeHint(around, data) ??
      scalarHint(around, data),
  ];
}

/** The hint for a step in place of a sequence. */
function stepHint({ title }: Around, path: Path): string | undefined {
  const name = path.at(-1);
  return title === 'a list of steps' && typeof name === 'string' && membersOf('step').includes(name)
    ? `'${name}' is a step: write '- main:' above it, which names a sequence, and indent the step below`
    : undefined;
}

/**
 * The hint for a status, such as 200, 2xx or 200-299, in place of a handler that checks the status. The
 * function gives no hint for a list of statuses, because every handler of a list must accept the status.
 */
function rangeHint({ title }: Around, data: unknown, path: Path): string | undefined {
  const isRange = /^[1-5](\d\d|xx)(-[1-5](\d\d|xx))?$/.test(String(data));
  const isInList = typeof path.at(-1) === 'number';
  return title === 'status handler' && isRange && !isInList ? `write '{ range: ${data} }'` : undefined;
}

/** The hint for a value of another shape, such as a mapping in place of a list. */
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
  const [, method = 'GET', path] = /^(?:([A-Z]+) )?((?:https?:\/)?\/\S*)$/.exec(data) ?? [];
  if (path !== undefined) return `write '${method}: ${path}' on the next line, indented`;
  return /^[\w-]+: \S/.test(data) ? 'write the value without quotes' : undefined;
}

function scalarHint(around: Around, data: unknown): string | undefined {
  const types = [around.type ?? []].flat();
  if (data === 0 && around.exclusiveMinimum === 0) return 'write a small number instead, such as 0.1';
  if (types.includes('boolean') && typeof data === 'string' && /^(yes|on|no|off)$/i.test(data)) {
    return `write ${/^(yes|on)$/i.test(data)}`;
  }
  if (typeof data !== 'string') return undefined;
  return variableHint(around, data) ?? valueHint(around, data) ?? blankHint(data);
}

/** The hint for a variable of a shell or of another tool in place of a value that is fixed before the run. */
function variableHint(around: Around, text: string): string | undefined {
  const [, name, otherwise, braced] =
    /^(?:\$\{?(\w+)(?::-?([^{}\s]+))?\}?|\{\{ *(\w+) *\}\})$/.exec(text) ?? [];
  const parameter = name ?? braced;
  if (parameter === undefined || /fromVar/.test(expected(around))) return undefined;
  const written = ['!param', parameter, otherwise ?? []].flat().join(' ');
  return `write '${written}', and give its value with -P ${parameter}=...`;
}

function valueHint(around: Around, data: string): string | undefined {
  const types = [around.type ?? []].flat();
  if (/such as 30s/.test(expected(around))) return timeHint(data);
  return types.includes('number') || types.includes('integer') ? numberHint(data) : undefined;
}

/** The hint for a value with blanks around it, as in `-P "RATE= 5"`. */
const blankHint = (text: string): string | undefined =>
  text.trim() === text || text.trim() === ''
    ? undefined
    : `write '${text.trim()}' without the spaces before or after it`;

/** The hint for a number with signs between its thousands, or with a unit such as `%` or `/s`. */
function numberHint(text: string): string | undefined {
  const [, digits, unit = ''] =
    /^((?:\d{1,3}(?:[,_' ]\d{3})+|\d+)(?:\.\d+)?) ?(k|%|\/ ?s(?:ec)?|rps)?$/i.exec(text) ?? [];
  if (digits === undefined || Number.isFinite(Number(text))) return undefined;
  const number = Number(digits.replace(/[,_' ]/g, ''));
  return `write ${unit === '%' ? number / 100 : number * (/^k$/i.test(unit) ? 1000 : 1)}`;
}

/** The expected value in words that follow "must be". */
function expected(around: Around): string {
  if (around.title !== undefined && around.else !== undefined && around.type !== undefined) {
    return `${/^[aeiou]/.test(around.title) ? 'an' : 'a'} ${around.title}`;
  }
  if (around.title !== undefined) {
    return around.maxProperties === 1 ? `a mapping with one ${around.title}` : around.title;
  }
  if (around.enum !== undefined) return oneOf(around.enum.map(String));
  const types = [around.type ?? []].flat().map((type) => typeWords[type] ?? type);
  return types.length > 1
    ? `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`
    : (types[0] ?? 'something else');
}

/** The types of JSON Schema in words for people. */
export const typeWords: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
};

const listOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nothing');

const oneOf = (values: readonly string[]): string =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : (values[0] ?? 'nothing');

function didYouMean(word: string, known: readonly string[]): string | undefined {
  const name = nearestName(word, known);
  return name === undefined ? undefined : `did you mean '${name}'?`;
}

/** A value in a few words or characters, so that a message is one line. */
function shown(data: unknown): string {
  if (data === null || data === undefined) return 'nothing';
  if (Array.isArray(data)) return data.length === 0 ? 'an empty list' : 'a list';
  if (typeof data === 'object') return 'a mapping';
  if (typeof data !== 'string') return String(data);
  const line = data.replace(/\s+/g, ' ');
  return line.length > 40 ? `'${line.slice(0, 37)}...'` : `'${line}'`;
}

const isMapping = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** Removes repeated findings, because several keywords of a schema may reject one value. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ path, message }) => {
    const key = `${pointerTo(path)} ${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
