import { exchanges } from '../../http/exchange/limits.ts';
import { type Condition, compileCondition, parseCondition } from '../conditions/condition.ts';
import { bodyOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import type { ProcessorKind } from '../kind.ts';
import { inTurn } from './in-turn.ts';
import { wholeValue } from './whole-value.ts';

type Body = { readonly condition: Condition; readonly processors: readonly Part[] };

/**
 * The condition is asked once a value is complete, so that it does not matter in which fragments the value
 * came: it may look at what a processor before it has stored of the same data.
 */
export const conditionalProcessor: ProcessorKind<Body> = {
  name: 'conditional',
  summary: 'Passes data on when a condition holds.',
  example: 'conditional: { stringCondition: { fromVar: type, value: json }, processor: [store: answer] }',
  cost: 'Keeps each value until it is whole, then asks the condition once.',
  atError: `A condition over an unset variable does not hold; a text that \`intCondition\` cannot read as a whole number, or a value of more than ${exchanges.valueBytesMax / 2 ** 20} MiB, is an error.`,
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const condition = parseCondition(body, at, scope);
    const processors = scope.parseParts('processor', body.processor, [...at, 'processor']);
    if (body.processor === undefined)
      scope.findings.error(at, 'conditional needs processor, what to do then');
    return condition === undefined || body.processor === undefined ? undefined : { condition, processors };
  },
  compile({ condition, processors }, compiler) {
    const holds = compileCondition(condition, compiler.variables);
    const factories = compiler.compileParts('processor', processors);
    return () => {
      const inner = inTurn(factories.map((make) => make()));
      return wholeValue(
        (session, sequence, value) => {
          if (holds(session, sequence)) inner.data(session, sequence, value, true);
        },
        {
          begin: (session, sequence) => inner.begin?.(session, sequence),
          end: (session, sequence) => inner.end?.(session, sequence),
          abort: (session, sequence) => inner.abort?.(session, sequence),
        },
      );
    };
  },
};
