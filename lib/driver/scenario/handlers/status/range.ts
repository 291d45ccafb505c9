import { parseBody } from '../../../declaration/body.ts';
import { withDefault } from '../../../declaration/field.ts';
import { wholeNumber } from '../../../declaration/scalars.ts';
import { textOf } from '../../../declaration/value-readers.ts';
import type { StatusHandler } from '../../../model/handlers.ts';
import type { ScopedField } from '../../declaration/scoped-field.ts';
import type { Kind } from '../../kind.ts';

export type StatusRange = { readonly min: number; readonly max: number };

const status = (description: string): ScopedField<number, false> => ({
  ...wholeNumber(description),
  schema: { title: 'a status from 100 to 599', description, type: 'integer', minimum: 100, maximum: 599 },
});

const fields = {
  min: withDefault(200, status('Lowest accepted status.')),
  max: withDefault(299, status('Highest accepted status.')),
};

export const range: Kind<StatusRange, StatusHandler> = {
  name: 'range',
  summary: 'Marks the request invalid when its status is outside `min` to `max`, both included.',
  example: 'range: 2xx',
  cost: 'Two comparisons.',
  atError:
    'A status outside of the range marks the request as invalid. Then its user ends when the response is complete, unless `stopOnInvalid` is false.',
  fields,
  short: {
    words: '`200`, `2xx`, `200-299`.',
    several: true,
    title: 'a status range such as 200, 2xx or 200-299, or a mapping with min and max',
    example: 200,
    numbers: true,
    read: parseRange,
  },
  parse(raw, at, scope) {
    const text = textOf(raw);
    const range =
      text === undefined ? parseBody({ name: 'range', fields }, raw, at, scope) : parseRange(text);
    if (range === undefined && text !== undefined)
      scope.findings.error(
        at,
        `status range '${text}' must look like 200, 2xx, 20x or 200-299, within 100 to 599`,
      );
    if (range !== undefined && range.min > range.max)
      scope.findings.error(at, `status range has min ${range.min} above max ${range.max}`);
    return range;
  },
  compile({ min, max }) {
    return (request, status) => {
      if (status < min || status > max) request.markInvalid();
    };
  },
};

/**
 * Parses a range of HTTP statuses: `200`, `2xx`, `20x` or `200-299`. Spaces are allowed. Undefined for
 * another text.
 */
export function parseRange(text: string): StatusRange | undefined {
  const match = /^\s*([1-5][0-9x]{2})\s*(?:-\s*([1-5][0-9x]{2})\s*)?$/.exec(text);
  const [, from, to] = match ?? [];
  if (from === undefined || /x\d/.test(from)) return undefined;
  const min = Number(from.replaceAll('x', '0'));
  const max = Number((to ?? from).replaceAll('x', '9'));
  return min > max || (to !== undefined && (from + to).includes('x')) ? undefined : { min, max };
}
