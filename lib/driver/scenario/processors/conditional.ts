import { required } from '../../declaration/field.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import { compileCondition, condition } from '../conditions/condition.ts';
import { openedBy } from '../conditions/conditional-handlers.ts';
import { processors } from '../declaration/nested-kinds.ts';
import { processor } from '../kind.ts';
import { sequential } from './data/sequential.ts';
import { wholeValue } from './data/whole-value.ts';

/**
 * The condition is evaluated when a value has arrived completely, so it does not matter how the value is
 * divided into fragments. It may read a variable that an earlier processor has set from the same data.
 */
export const conditionalProcessor = processor({
  name: 'conditional',
  summary: 'Passes data on when a condition is true.',
  example: 'conditional: { stringCondition: { fromVar: type, value: json }, processor: [store: answer] }',
  cost: 'Stores the pieces of a value until it is complete, and evaluates the condition once for each value.',
  atError: `A condition over an unset variable is false. While it is false, variables keep the values of earlier responses. A text that \`intCondition\` cannot read as a whole number, or a value of more than ${exchanges.valueBytesMax / 2 ** 20} MiB, is an error.`,
  fields: {
    condition,
    processor: required(processors('Processors of the data.', { store: 'answer' })),
  },
  needs: 'processor, the processors of the data',
  compile({ condition: test, processor: parts }, compiler) {
    const holds = compileCondition(test, compiler.variables);
    const factories = compiler.compileParts('processor', parts);
    return () => {
      const inner = sequential(factories.map((make) => make()));
      const { opens, ...around } = openedBy(holds, inner);
      return wholeValue((session, sequence, value) => {
        if (opens(session, sequence)) inner.data(session, sequence, value, true);
      }, around);
    };
  },
});
