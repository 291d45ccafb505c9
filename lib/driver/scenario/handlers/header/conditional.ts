import type { HeaderHandlerFactory } from '../../../model/handlers.ts';
import { type Condition, compileCondition, parseCondition } from '../../conditions/condition.ts';
import { bodyOf } from '../../fields.ts';
import type { Part } from '../../groups.ts';
import type { Kind } from '../../kind.ts';

type Body = { readonly condition: Condition; readonly handlers: readonly Part[] };

/** The condition is asked for each header line. */
export const conditionalHeader: Kind<Body, HeaderHandlerFactory> = {
  name: 'conditional',
  summary: 'Passes the headers on to handlers while a condition holds.',
  example:
    'conditional: { intCondition: "hyperfoil.session.id < 10", handler: { recordHeaderTime: x-time } }',
  cost: 'Asks the condition for each header line.',
  atError:
    'A condition over an unset variable does not hold; a text that `intCondition` cannot read as a whole number is an error.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const condition = parseCondition(body, at, scope);
    const handlers = scope.parseParts('headerHandler', body.handler, [...at, 'handler']);
    if (body.handler === undefined) scope.findings.error(at, 'conditional needs handler');
    return condition === undefined ? undefined : { condition, handlers };
  },
  compile({ condition, handlers }, compiler) {
    const holds = compileCondition(condition, compiler.variables);
    const factories = compiler.compileParts('headerHandler', handlers);
    return () => {
      const inner = factories.map((make) => make());
      return {
        begin(request) {
          for (const handler of inner) handler.begin?.(request);
        },
        header(request, name, value) {
          if (!holds(request.session, request.sequence)) return;
          for (const handler of inner) handler.header(request, name, value);
        },
        end(request) {
          for (const handler of inner) handler.end?.(request);
        },
      };
    };
  },
};
