import type { DocumentParameter } from '../../../api.generated.ts';
import { bytes } from '../../../report/units.ts';
import { sentBytesMax } from '../../data/burst/burst-starter.ts';
import { isRefusal, type Judgement } from '../../data/burst/judge-document.ts';
import * as words from '../../words/start.ts';

/**
 * The parameters and files that the document needs. While the text cannot be parsed, they are those of the
 * last text that could be parsed.
 */
export type Needs = {
  readonly parameters: readonly DocumentParameter[];
  readonly files: readonly string[];
};

/** The parameters and files that a judgement names. Without them, those known before. */
export const needsIn = (judgement: Judgement | undefined, before: Needs): Needs => ({
  parameters: judgement?.parameters ?? before.parameters,
  files: judgement?.files ?? before.files,
});

/** The values that the person has given to parameters of the document. An empty field gives no value. */
export const givenTo = (
  parameters: readonly DocumentParameter[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

/** The result of the last request about the document: a judgement, or an error of the request for it. */
export type Judged = {
  /** The last judgement. It may be about an earlier text. */
  readonly judgement?: Judgement;
  readonly error?: unknown;
  /** True: the judgement or the error is about the present text and values. */
  readonly isPresent: boolean;
};

type Ready = {
  readonly text: string;
  readonly check: Judged;
  readonly needed: readonly string[];
  readonly files: ReadonlyMap<string, Pick<Blob, 'size'>>;
  /** Whether the browser can compute the hashes of files. */
  readonly isSecure: boolean;
};

/** Why the document cannot be started. Undefined: it can. */
export function whyNot({ text, check, needed, files, isSecure }: Ready): string | undefined {
  if (text.trim() === '') return words.reasons.empty;
  if (!check.isPresent) return words.reasons.checking;
  if (check.error !== undefined || check.judgement === undefined) return words.reasons.failed;
  const errors = check.judgement.problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first !== undefined) return words.hasProblems(errors.length, first.line);
  if (isRefusal(check.judgement)) return check.judgement.message;
  const missing = needed.find((path) => !files.has(path));
  if (missing !== undefined) return words.lacksFile(missing);
  if (needed.length > 0 && !isSecure) return words.notSecure();
  const size = needed.reduce((sum, path) => sum + (files.get(path)?.size ?? 0), 0);
  return size > sentBytesMax ? words.tooLarge(bytes(size), bytes(sentBytesMax)) : undefined;
}
