import { exchanges } from '../../http/exchange/limits.ts';
import type { Value } from '../../model/session.ts';
import { bodyOf, booleanOf, integerOf, textOf } from '../fields.ts';
import type { ProcessorKind } from '../kind.ts';
import { scenarios } from '../limits.ts';
import { listOf } from '../values.ts';
import { boundedLog } from '../warnings.ts';
import { convertTo, type Format, formatOf } from './format.ts';
import { wholeValue } from './whole-value.ts';

type Body = {
  readonly toVar: string;
  readonly maxSize: number;
  readonly format: Format;
  readonly silent: boolean;
};

export const array: ProcessorKind<Body> = {
  name: 'array',
  summary: 'Collects the values of each response in an array of fixed size; further ones are dropped.',
  example: 'array: products[20]',
  cost: 'Allocates an array of `maxSize` for each response, and a text or a copy of the bytes for each value.',
  atError: `A full array logs a warning and drops the value, without the warning if \`silent\`; a value of more than ${exchanges.valueBytesMax / 2 ** 20} MiB is an error.`,
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : (bodyOf(raw) ?? {});
    const toVar = textOf(body.toVar);
    const maxSize = integerOf(body.maxSize);
    if (toVar) scope.writesVariable(toVar, 'object', at);
    if (!toVar || maxSize === undefined || maxSize < 1 || maxSize > scenarios.arraySlotsMax) {
      scope.findings.error(
        at,
        `array needs toVar and a maxSize from 1 to ${scenarios.arraySlotsMax}`,
        "write 'array: name[20]'",
      );
      return undefined;
    }
    return { toVar, maxSize, format: formatOf(body.format), silent: booleanOf(body.silent, false) };
  },
  compile({ toVar, maxSize, format, silent }, { variables, environment }) {
    const read = variables.need(toVar);
    const write = variables.write(toVar);
    const convert = convertTo(format);
    const warn = boundedLog(environment.log);
    return () => {
      /** The array of this response; all slots before `next` were filled. */
      let filled: Value[] | undefined;
      let next = 0;
      return wholeValue(
        (session, sequence, value) => {
          const items = listOf(read(session, sequence), toVar);
          if (items !== filled || items[next - 1] === undefined) {
            filled = items;
            next = 0;
          }
          // Not from the first slot for each value: that takes seconds for an array of the largest size.
          while (next < items.length && items[next] !== undefined) next += 1;
          if (next < items.length) items[next++] = convert(value);
          else if (!silent) warn(`array: '${toVar}' is full (${maxSize} values), a further one is dropped`);
        },
        {
          begin: (session, sequence) => write(session, sequence, new Array<Value>(maxSize).fill(undefined)),
        },
      );
    };
  },
};

/** `name[20]`; the brackets of `name[.][20]` before the last ones belong to the name. */
function shorthand(text: string): Readonly<Record<string, unknown>> {
  const [, toVar, maxSize] = /^\s*(.+?)\s*\[\s*(\d+)\s*\]\s*$/.exec(text) ?? [];
  return { toVar, maxSize };
}
