import { required } from '../../../declaration/field.ts';
import type { HandledRequest } from '../../../model/session.ts';
import { compileCondition, condition } from '../../conditions/condition.ts';
import { openedBy } from '../../conditions/conditional-handlers.ts';
import { headerHandlers } from '../../declaration/nested-kinds.ts';
import { headerHandler } from '../../kind.ts';

/** The condition is evaluated for each header line of a response. */
export const conditionalHeader = headerHandler({
  name: 'conditional',
  summary: 'Passes headers to further handlers when a condition is true.',
  example:
    'conditional: { intCondition: "hyperfoil.session.id < 10", handler: { recordHeaderTime: x-time } }',
  cost: 'Evaluates the condition for each header line.',
  atError:
    'A condition over an unset variable is false. While it is false, variables keep the values of earlier responses. A text that `intCondition` cannot read as a whole number is an error.',
  fields: {
    condition,
    handler: required(headerHandlers('Handlers that receive the headers.', 'countHeaders')),
  },
  compile({ condition: test, handler: parts }, compiler) {
    const holds = compileCondition(test, compiler.variables);
    const factories = compiler.compileParts('headerHandler', parts);
    return () => {
      const inner = factories.map((make) => make());
      const { opens, begin, end } = openedBy<[HandledRequest]>(
        ({ session, sequence }) => holds(session, sequence),
        {
          begin(request) {
            for (const handler of inner) handler.begin?.(request);
          },
          end(request) {
            for (const handler of inner) handler.end?.(request);
          },
        },
      );
      return {
        begin,
        header(request, name, value) {
          if (!opens(request)) return;
          for (const handler of inner) handler.header(request, name, value);
        },
        end,
      };
    };
  },
});
