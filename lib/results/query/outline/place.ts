import { DownpourError, parameterInvalid } from '../../../errors.ts';
import { grouped } from '../../../words.ts';
import { parsePath } from '../jsonpath/grammar/parse-path.ts';
import { QueryError } from '../query-error.ts';
import { outlineLimits } from './limits.ts';

/** One step of a path to a value: a name of a member, or an index of an element. */
export type Step = string | number;

/**
 * Parses a path of names and indexes only, a simple JSONPath.
 * @throws DownpourError PATH_INVALID (400) with the position of the mistake, or for another expression.
 */
export function parsePlace(text: string): readonly Step[] {
  const { ast } = parsePath(text);
  if (ast instanceof QueryError) throw invalid(ast.message);
  return ast.segments.map((segment) => {
    const [selector, ...others] = segment.kind === 'child' ? segment.selectors : [];
    if (selector?.kind === 'name' && others.length === 0) return selector.name;
    if (selector?.kind === 'index' && selector.index >= 0 && others.length === 0) return selector.index;
    throw invalid(
      `its part at character ${segment.at + 1} must be a name or an index from 0, as in $.stats[0].name; send a query for other paths`,
    );
  });
}

const invalid = (why: string): DownpourError =>
  new DownpourError('PATH_INVALID', 400, `the parameter path is not valid: ${why}`, {
    details: [{ in: 'query', at: 'path', message: why }],
  });

/** A path as people write it: `$.stats[0]["99.0"]`. */
export const placeText = (steps: readonly Step[]): string =>
  `$${steps.map((step) => (typeof step === 'string' && isPlain(step) ? `.${step}` : `[${JSON.stringify(step)}]`)).join('')}`;

/** True for a name that RFC 9535 accepts after a dot. */
const isPlain = (name: string): boolean =>
  /^[A-Za-z_\u0080-\ud7ff\ue000-\uffff][\w\u0080-\ud7ff\ue000-\uffff]*$/.test(name);

export const noPlace = (steps: readonly Step[]): DownpourError =>
  new DownpourError(
    'NO_PLACE',
    404,
    `the run document has no value at ${placeText(steps)}; correct the parameter path`,
  );

export const tooFar = (steps: readonly Step[]): DownpourError =>
  new DownpourError(
    'PLACE_TOO_FAR',
    413,
    `the value at ${placeText(steps)} begins more than ${grouped(outlineLimits.scanBytesMax)} bytes after the beginning of the requested part of the document, which is the limit; send a query for this value instead`,
  );

export const invalidCursor = (): DownpourError =>
  parameterInvalid(
    'cursor',
    'has a value that no reply for this path contained: send the `next` of the previous reply, or an empty cursor to begin with the first item',
  );
