import type { RunOutcome } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import { type Access, holds, isMember, type Principal, parseAccess, teamOf, teamsOf } from '../access.ts';
import { limits } from '../limits.ts';
import { expectedTime, parseTime } from '../time.ts';
import { refuseUnlessSegment } from '../url-segment.ts';

/** A run before it is stored. Times are in epoch milliseconds. */
export type RunDraft = {
  /** Name or numeric id of the test. */
  readonly test: string;
  readonly start: number;
  readonly stop: number;
  readonly owner: string;
  readonly access: Access;
  readonly description: string | null;
  /** The outcome for lists; absent for a document that Downpour did not write. */
  readonly outcome?: RunOutcome | undefined;
  /** The document as it is stored and returned. */
  readonly body: Uint8Array;
  /** The metadata of the run as they are stored: an array of objects. */
  readonly metadata?: Uint8Array | undefined;
};

/** Query parameters of an upload, with the public names of the upload route. */
export type UploadParameters = {
  readonly test: string;
  readonly start: string;
  readonly stop: string;
  readonly owner?: string | undefined;
  readonly access?: string | undefined;
  readonly schema?: string | undefined;
  readonly description?: string | undefined;
};

/** `$.name`, `$['name']`, `$[0]` and `$` are paths into the document. Any other text is the value itself. */
export const isPath = (text: string): boolean => /^\$(?:$|[.[])/.test(text);

/** The description of a run from the parameters of an upload. */
export type DescribedRun = Pick<RunDraft, 'test' | 'start' | 'stop' | 'owner' | 'access' | 'description'>;

/** Returns the values at a path of the uploaded document, or the reason why the path is wrong. */
export type LookUp = (path: string) => { readonly values: readonly unknown[] } | { readonly reason: string };

/**
 * Reads the description of a run from the parameters of an upload.
 * @throws DownpourError with status 400; the messages report what was found.
 */
export function describedRun(principal: Principal, parameters: UploadParameters, look: LookUp): DescribedRun {
  return {
    test: testName(parameters.test, look),
    start: time('start', parameters.start, look),
    stop: time('stop', parameters.stop, look),
    owner: owner(principal, parameters.owner),
    access: access(parameters.access),
    description: description(parameters.description, look),
  };
}

/** The parameters that are paths into the document, for `describedRun`. */
export const pathsOf = ({ test, start, stop, description = '' }: UploadParameters): readonly string[] =>
  [test, start, stop, description].map((text) => text.trim()).filter(isPath);

export function testName(parameter: string, look: LookUp): string {
  const { found, reason } = resolve(parameter, look);
  if (reason !== undefined)
    throw refused('PATH_INVALID', `${parameter.trim()} is not a valid JSONPath: ${reason}`);
  const isOfMany = typeof found === 'object' && found !== null;
  if (isOfMany)
    throw refused(
      'TEST_UNKNOWN',
      `Cannot identify test name from ${quoted(found)} (${parameter}): the parameter test must be the name of a test, or a path to a text or a number`,
    );
  const name = (found === undefined || found === null ? '' : asText(found)).trim();
  if (name === '')
    throw refused(
      'TEST_UNKNOWN',
      `Cannot identify test name from ${quoted(found)} (${parameter}): the parameter test must be the name of a test, or a path such as $.name to the name in the document`,
    );
  refuseUnlessSegment('TEST_NAME_INVALID', 'a test', name);
  if (name.length <= limits.testNameLengthMax) return name;
  throw refused(
    'TEST_NAME_TOO_LONG',
    `a test name may have at most ${limits.testNameLengthMax} characters, and the name in this request has ${name.length}; choose a shorter name`,
  );
}

function time(which: 'start' | 'stop', parameter: string, look: LookUp): number {
  const { found, reason } = resolve(parameter, look);
  // Milliseconds at a path may have a fraction, as `time.time() * 1000` in Python.
  const instant = parseTime(typeof found === 'number' ? Math.trunc(found) : found);
  if (instant !== undefined) return instant;
  const from = parameter.trim() === '' ? 'an empty text' : `${quoted(found)} (${parameter})`;
  const text = parameter.trim();
  const isOtherPath = text.startsWith('$') && !isPath(text);
  const isMissing = found === undefined ? `the document has no value at this path; ` : '';
  const plain = `${isMissing}${expectedTime(text)}`;
  const hint = reason ?? (isOtherPath ? 'a path must begin with $. or $[' : plain);
  throw refused(`${which.toUpperCase()}_INVALID`, `Cannot parse ${which} time from ${from}: ${hint}`);
}

function owner(principal: Principal, parameter: string | undefined): string {
  if (parameter === undefined) return onlyTeam(principal);
  if (isMember(principal, parameter)) return parameter;
  throw refused(
    'OWNER_FORBIDDEN',
    `This user does not have permissions to upload run for owner=${parameter}: name a team of this user in the parameter owner, or ask a manager of ${parameter} to add the user`,
  );
}

/** The only other team to which the user may upload, or the user's own team if there is no other. */
function onlyTeam(principal: Principal): string {
  const own = teamOf(principal.user);
  const all = teamsOf(principal).filter((team) => holds(principal, 'uploader', team));
  const shared = all.filter((team) => team !== own);
  const [team = own] = shared;
  if (shared.length < 2 && holds(principal, 'uploader', team)) return team;
  const teams =
    all.length === 0
      ? 'this user has the role uploader in no team, so ask a manager of a team for this role'
      : `this user may upload for ${all.join(', ')}`;
  throw refused(
    'OWNER_MISSING',
    `the parameter owner is missing, which names the team that owns the run; ${teams}`,
  );
}

function access(parameter: string | undefined): Access {
  if (parameter === undefined) return 'PRIVATE';
  const level = parseAccess(parameter);
  if (level === undefined)
    throw refused(
      'ACCESS_INVALID',
      `the parameter access must be PUBLIC, PROTECTED or PRIVATE (or 0, 1, 2), found '${parameter}'`,
    );
  return level;
}

function description(parameter: string | undefined, look: LookUp): string | null {
  if (parameter === undefined) return null;
  const { found } = resolve(parameter, look);
  if (found === undefined || found === null) return null;
  return boundedDescription(asText(found));
}

/**
 * Rejects a description that is too long.
 * @throws DownpourError DESCRIPTION_TOO_LONG (400)
 */
export function boundedDescription(text: string): string {
  if (text.length <= limits.descriptionLengthMax) return text;
  const bound = `a description may have at most ${limits.descriptionLengthMax} characters`;
  throw refused(
    'DESCRIPTION_TOO_LONG',
    `${bound}, and the description in this request has ${text.length}; shorten the description`,
  );
}

/**
 * The value of a parameter: its text, or the value in the document at its path. Undefined: the document has
 * no value there.
 */
function resolve(parameter: string, look: LookUp): Resolved {
  if (!isPath(parameter.trim())) return { found: parameter };
  const result = look(parameter.trim());
  return 'values' in result
    ? { found: single(result.values) }
    : { found: '<invalid jsonpath>', reason: result.reason };
}

/**
 * The value of a parameter. For an invalid path, `found` is a text that reports the mistake (specification),
 * which no time can be read from. `reason` has the mistake.
 */
type Resolved = { readonly found: unknown; readonly reason?: string };

/**
 * One match is the value itself. If the match is an array of one element, the value is this element. Several
 * matches are a list.
 */
function single(values: readonly unknown[]): unknown {
  const found = values.length === 1 ? values[0] : values.length === 0 ? undefined : values;
  return Array.isArray(found) && found.length === 1 ? found[0] : found;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Writes a found value in a message. A long text is cut. */
function quoted(value: unknown): string {
  const text = value === undefined ? 'nothing' : asText(value);
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

export const refused = (code: string, message: string): DownpourError =>
  new DownpourError(code, 400, message);
