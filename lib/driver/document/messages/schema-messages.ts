import type { ErrorObject } from 'ajv';
import { nearestName } from '../nearest.ts';
import { pathTo, pointerTo } from '../path.ts';
import type { Finding, Path } from '../problem.ts';
import { type Around, expectedValue, isMapping, membersOf, oneOf, shown } from './expected-value.ts';
import { kindHint } from './kind-hints.ts';
import { memberHint } from './name-hints.ts';
import { rangeHint, wrongValueHint } from './value-hints.ts';

type Violation = ErrorObject<string, Readonly<Record<string, unknown>>>;

/**
 * Turns the errors of the schema validator into one message for each mistake that a person has to correct.
 */
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

/** True for an error that is a cause. An error of a branch or of the keyword `if` only repeats its cause. */
function isCause({ keyword, schemaPath, data }: Violation): boolean {
  if (keyword === 'if' || /\/(oneOf|anyOf)\/\d+\//.test(schemaPath)) return false;
  return isMapping(data) || !(keyword === 'oneOf' || keyword === 'anyOf' || keyword === 'not');
}

/**
 * The member that the author meant with an unknown name. In `hots: x` the only mistake is the name, so no
 * further message reports that `host` is missing.
 */
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
      return error(`'${name}' is not ${expectedValue(violation.schema as Around)}`, undefined, [
        ...path,
        name,
      ]);
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

/**
 * The message about a missing member. For a number that grows with iterations, one of its two members may be
 * present.
 */
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
  return error(`unknown ${noun} '${name}'`, memberHint(noun, name, around, mapping), [...path, name]);
}

function choice(branches: readonly { readonly required?: readonly string[] }[], data: unknown): string {
  const names = branches.flatMap((branch) => branch.required ?? []).map((name) => `'${name}'`);
  const given = names.filter((name) => isMapping(data) && name.slice(1, -1) in data);
  if (given.length > 1) return `has both ${given.join(' and ')}, expected exactly one of them`;
  return `${names.join(' or ')} is missing, expected exactly one of them`;
}

function entries(around: Around, data: unknown): Wording {
  const given = Object.keys(isMapping(data) ? data : {});
  const names = given.map((name) => `'${name}'`);
  const noun = around.title ?? 'entry';
  if (around.maxProperties !== 1) return ['must not be empty, expected at least one entry'];
  if (names.length === 0) return [`expected exactly one ${noun}, found none`];
  const [owner, ...others] = given
    .filter((name) => name in (around.properties ?? {}))
    .map((name) => `'${name}'`);
  const hint =
    owner !== undefined && others.length === 0
      ? `indent ${listOf(names.filter((name) => name !== owner))} further, below ${owner}`
      : noun === 'phase kind'
        ? 'check the indentation'
        : `check the indentation, or begin each ${noun} with its own '-'`;
  return [`expected exactly one ${noun} here, found ${listOf(names)}`, hint];
}

/**
 * The message about a word that is not in a fixed set. It is an unknown step, action or handler, or a wrong
 * word as the value of a member.
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

function wrongValue(path: Path, around: Around, data: unknown): Wording {
  if (path.length === 0) {
    const found = data === null || data === undefined ? 'is empty' : `is ${shown(data)}`;
    const isAddress = /^https?:\/\//.test(String(data));
    return [
      `the document ${found}, expected a mapping with name, http and phases`,
      isAddress ? "`downpour init ADDRESS` writes a document, in which the address is 'host'" : undefined,
    ];
  }
  return [`must be ${expectedValue(around)}, found ${shown(data)}`, wrongValueHint(around, data, path)];
}

const listOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nothing');

function didYouMean(word: string, known: readonly string[]): string | undefined {
  const name = nearestName(word, known);
  return name === undefined ? undefined : `did you mean '${name}'?`;
}

/** Removes repeated findings. Several keywords of a schema may reject the same value. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ path, message }) => {
    const key = `${pointerTo(path)} ${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
