import { count, name } from '../../../declaration/scalars.ts';
import { sized } from '../../../declaration/short-forms.ts';
import { textOf } from '../../../declaration/value-readers.ts';
import type { Path } from '../../../document/problem.ts';
import type { Processor } from '../../../model/handlers.ts';
import { processors } from '../../declaration/nested-kinds.ts';
import type { ScopedGroup } from '../../declaration/scoped-field.ts';
import type { Part } from '../../groups.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { scenarios } from '../../limits.ts';
import type { Scope } from '../../scope.ts';
import { type Format, format } from './format.ts';
import { sequential } from './sequential.ts';

/**
 * The members of a body that name the destination of values: `toVar` as in `store`, `toArray` as in `array`,
 * with `format`, and `processor`. `words` has the words for these values in the docs.
 */
export const targets = (words: TargetWords): ScopedGroup<readonly Part[], true> => ({
  members: {
    toVar: name(`Name of the session variable that receives the first ${words.one}.`, words.variable).schema,
    toArray: name(
      `Array variable that receives all ${words.many}, as \`name[max]\`: at most this many.`,
      `${words.array}[20]`,
    ).schema,
    processor: processors(`Processors of each ${words.one}.`, words.processor).schema,
    format: format.schema,
  },
  always: true,
  needs: 'one of toVar, toArray and processor',
  isGiven: ({ toVar, toArray, processor }) =>
    toVar !== undefined || toArray !== undefined || processor !== undefined,
  parse(body, _at, scope, placeOf) {
    const form = body.format === undefined ? 'STRING' : format.parse(body.format, placeOf('format'), scope);
    if (form === undefined) return undefined;
    return [
      ...storePart(body.toVar, form, placeOf('toVar'), scope),
      ...arrayPart(body.toArray, form, placeOf('toArray'), scope),
      ...scope.parseParts('processor', body.processor, placeOf('processor')),
    ];
  },
});

type TargetWords = {
  readonly one: string;
  readonly many: string;
  readonly variable: string;
  readonly array: string;
  readonly processor: unknown;
};

function storePart(raw: unknown, form: Format, at: Path, scope: Scope): readonly Part[] {
  const toVar = textOf(raw);
  if (toVar === undefined) return [];
  scope.writesVariable(toVar, 'object', at);
  return [{ kind: 'store', body: { toVar, format: form } }];
}

function arrayPart(raw: unknown, form: Format, at: Path, scope: Scope): readonly Part[] {
  if (raw === undefined) return [];
  const { toVar, maxSize } = array(textOf(raw) ?? '') ?? {};
  if (typeof toVar !== 'string') {
    scope.findings.error(
      at,
      `the array '${textOf(raw)}' needs its maximum length in brackets`,
      "write 'name[20]'",
    );
    return [];
  }
  const size = slots.parse(maxSize, at, scope);
  scope.writesVariable(toVar, 'object', at);
  return size === undefined
    ? []
    : [{ kind: 'array', body: { toVar, maxSize: size, format: form, silent: false } }];
}

const array = sized('toVar', 'maxSize');
const slots = count(scenarios.arraySlotsMax, '');

export function compileTargets(parts: readonly Part[], compiler: SequenceCompiler): () => Processor {
  const factories = compiler.compileParts('processor', parts);
  return () => sequential(factories.map((make) => make()));
}
