import type { StatusHandler } from '../../../model/handlers.ts';
import { bodyOf, integerOf, textOf } from '../../fields.ts';
import type { Kind } from '../../kind.ts';

type Body = { readonly min: number; readonly max: number };

export const range: Kind<Body, StatusHandler> = {
  name: 'range',
  summary: 'Marks the request invalid when its status is outside `min` to `max`, both included.',
  example: 'range: 2xx',
  cost: 'Two comparisons.',
  atError:
    'A status outside marks the request invalid; unless `stopOnInvalid` is false that ends its user when the response is complete.',
  parse(raw, at, scope) {
    const text = textOf(raw);
    if (text !== undefined) {
      const found = parseRange(text);
      if (found === undefined) {
        scope.findings.error(
          at,
          `status range '${text}' must look like 200, 2xx, 20x or 200-299, within 100 to 599`,
        );
      }
      return found;
    }
    const body = bodyOf(raw) ?? {};
    const min = integerOf(body.min ?? 200);
    const max = integerOf(body.max ?? 299);
    if (min === undefined || max === undefined) return undefined;
    if (min > max) scope.findings.error(at, `status range has min ${min} above max ${max}`);
    return { min, max };
  },
  compile({ min, max }) {
    return (request, status) => {
      if (status < min || status > max) request.markInvalid();
    };
  },
};

/** `200`, `2xx`, `20x`, `200-299`, blanks allowed. */
export function parseRange(text: string): Body | undefined {
  const match = /^\s*([1-5][0-9x]{2})\s*(?:-\s*([1-5][0-9x]{2})\s*)?$/.exec(text);
  const [, from, to] = match ?? [];
  if (from === undefined || /x\d/.test(from)) return undefined;
  const min = Number(from.replaceAll('x', '0'));
  const max = Number((to ?? from).replaceAll('x', '9'));
  return min > max || (to !== undefined && (from + to).includes('x')) ? undefined : { min, max };
}
