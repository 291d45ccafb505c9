import type { RunOutcome } from '../api.generated.ts';
import { DownpourError } from '../errors.ts';
import { type Access, isMember, type Principal, parseAccess, teamOf } from './access.ts';
import { parseJson } from './json/parse-json.ts';
import { limits } from './limits.ts';
import { lookUp } from './query/jsonpath/json-path.ts';
import { indexBytes } from './run-index/index-bytes.ts';
import { runOutcome } from './run-outcome.ts';
import { withSchema } from './schema.ts';

/** A run on its way into the store. Times in epoch milliseconds. */
export type RunDraft = {
  /** Name or numeric id of the test. */
  readonly test: string;
  readonly start: number;
  readonly stop: number;
  readonly owner: string;
  readonly access: Access;
  readonly description: string | null;
  /** What a list shows of it; absent for a document that is no run of Downpour's. */
  readonly outcome?: RunOutcome | undefined;
  /** The document as it will be stored and handed out. */
  readonly body: Uint8Array;
};

/** A run with the index that is stored beside its document. */
export type IndexedRun = RunDraft & { readonly index: Uint8Array };

/** @throws DownpourError NOT_JSON (400) when the document is nested too deeply to be indexed, or is no JSON. */
export async function withIndex(draft: RunDraft): Promise<IndexedRun> {
  return { ...draft, index: await indexBytes([draft.body]) };
}

/** Query parameters of an upload: the public names of the upload route. */
export type UploadParameters = {
  readonly test: string;
  readonly start: string;
  readonly stop: string;
  readonly owner?: string | undefined;
  readonly access?: string | undefined;
  readonly schema?: string | undefined;
  readonly description?: string | undefined;
};

/**
 * An upload as a draft of a run.
 * @throws DownpourError with status 400, and 413 for a body over the limit; the messages say what was found.
 */
export function parseUpload(
  principal: Principal,
  parameters: UploadParameters,
  uploaded: Uint8Array,
): RunDraft {
  const { document, bytes } = parseDocument(uploaded);
  const { schema } = parameters;
  return {
    test: testName(parameters.test, document),
    start: time('start', parameters.start, document),
    stop: time('stop', parameters.stop, document),
    owner: owner(principal, parameters.owner),
    access: access(parameters.access),
    description: description(parameters.description, document),
    ...outcomeOf(document),
    body: schema === undefined ? bytes : withSchema(bytes, schema),
  };
}

function outcomeOf(document: unknown): Pick<RunDraft, 'outcome'> {
  const outcome = runOutcome(document);
  return outcome === undefined ? {} : { outcome };
}

type Parsed = { readonly bytes: Uint8Array; readonly document: unknown };

function parseDocument(uploaded: Uint8Array): Parsed {
  if (uploaded.length === 0) throw refused('NO_DATA', 'No data!');
  if (uploaded.length > limits.uploadBytesMax) {
    const sizes = `the document has ${uploaded.length} bytes, the limit of an upload is ${limits.uploadBytesMax} bytes`;
    throw new DownpourError('UPLOAD_TOO_LARGE', 413, sizes);
  }
  return unwrapped({ bytes: uploaded, document: parseJson(uploaded) });
}

/** Typed clients send JSON text inside a JSON string; a string that holds an object or array stands for it. */
function unwrapped(outer: Parsed): Parsed {
  if (typeof outer.document !== 'string' || !/^\s*[[{]/.test(outer.document)) return outer;
  const bytes = new TextEncoder().encode(outer.document);
  return { bytes, document: parseJson(bytes) };
}

function testName(parameter: string, document: unknown): string {
  const found = resolve(parameter, document);
  const name = (found === undefined ? '' : asText(found)).trim();
  if (name === '')
    throw refused('TEST_UNKNOWN', `Cannot identify test name from ${shown(found)} (${parameter})`);
  if (name.length <= limits.testNameLengthMax) return name;
  throw refused(
    'TEST_NAME_TOO_LONG',
    `a test name has at most ${limits.testNameLengthMax} characters, this one has ${name.length}`,
  );
}

function time(which: 'start' | 'stop', parameter: string, document: unknown): number {
  const found = resolve(parameter, document);
  const instant = parseTime(found);
  if (instant !== undefined) return instant;
  throw refused(
    `${which.toUpperCase()}_INVALID`,
    `Cannot parse ${which} time from ${shown(found)} (${parameter})`,
  );
}

/** The last instant that a Date can hold, in epoch milliseconds (ECMA-262, 21.4.1.1). */
const instantMax = 8.64e15;

/**
 * Epoch milliseconds as a number or digits, an ISO date (midnight UTC), an ISO date-time without a zone (UTC) or with
 * one and up to nine digits of a second. Digits below the millisecond are cut.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) <= instantMax ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{1,16}$/.test(text)) return parseTime(Number(text));
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d))?)?$/.exec(text);
  if (parts === null) return undefined;
  const [, day = '', clock = '00:00:00', fraction = '', zone = 'Z'] = parts;
  if (!isDay(day)) return undefined;
  const instant = Date.parse(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Date.parse takes 30 February for 1 March; such a day is refused instead. */
function isDay(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}

function owner(principal: Principal, parameter: string | undefined): string {
  if (parameter === undefined) return teamOf(principal.user);
  if (principal.role === 'admin' || isMember(principal, parameter)) return parameter;
  throw refused(
    'OWNER_FORBIDDEN',
    `This user does not have permissions to upload run for owner=${parameter}`,
  );
}

function access(parameter: string | undefined): Access {
  if (parameter === undefined) return 'PRIVATE';
  const level = parseAccess(parameter);
  if (level === undefined)
    throw refused(
      'ACCESS_INVALID',
      `access must be PUBLIC, PROTECTED, PRIVATE or 0, 1, 2, found ${parameter}`,
    );
  return level;
}

function description(parameter: string | undefined, document: unknown): string | null {
  if (parameter === undefined) return null;
  const found = resolve(parameter, document);
  if (found === undefined || found === null) return null;
  const text = asText(found);
  if (text.length <= limits.descriptionLengthMax) return text;
  const bound = `a description has at most ${limits.descriptionLengthMax} characters`;
  throw refused('DESCRIPTION_TOO_LONG', `${bound}, this one has ${text.length}`);
}

/** A parameter's value: what it says, or what stands in the document where it points to. Undefined: nothing there. */
function resolve(parameter: string, document: unknown): unknown {
  if (!parameter.trim().startsWith('$.')) return parameter;
  const found = lookUp(parameter.trim(), document);
  if ('values' in found) return single(found.values);
  throw refused('PATH_INVALID', `${parameter.trim()} is not a valid JSONPath: ${found.reason}`);
}

/** One match stands for itself, also one that is an array of one element; several for their list. */
function single(values: readonly unknown[]): unknown {
  const found = values.length === 1 ? values[0] : values.length === 0 ? undefined : values;
  return Array.isArray(found) && found.length === 1 ? found[0] : found;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** What was found, for a message; a long text is cut. */
function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : asText(value);
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

const refused = (code: string, message: string): DownpourError => new DownpourError(code, 400, message);
