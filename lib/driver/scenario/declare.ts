import type { Path } from '../document/problem.ts';
import type {
  HeaderHandlerFactory,
  ProcessorFactory,
  RawBytesHandler,
  StatusHandler,
  Transformer,
} from '../model/handlers.ts';
import type { Action, Step } from '../model/session.ts';
import { parseBody, type Shape } from './declaration/body.ts';
import type { BodyOf, Fields } from './declaration/field.ts';
import type { Kind, StepKind } from './kind.ts';
import type { Scope } from './scope.ts';

/**
 * The declaration of a kind. Its parser, the schemas and the docs follow from `fields` and `short`; `check`
 * reports the problems that fields alone cannot find, and may give the body another form.
 */
type Declaration<F extends Fields, Body, Compiled> = Omit<Kind<Body, Compiled>, 'fields' | 'parse'> &
  Shape<F> & {
    check?(body: BodyOf<F>, at: Path, scope: Scope): Body | undefined;
  };

type Declare<Compiled> = <F extends Fields, Body = BodyOf<F>>(
  declaration: Declaration<F, Body, Compiled>,
) => Kind<Body, Compiled>;

export const action: Declare<Action> = declare;
export const processor: Declare<ProcessorFactory> = declare;
export const statusHandler: Declare<StatusHandler> = declare;
export const headerHandler: Declare<HeaderHandlerFactory> = declare;
export const rawBytesHandler: Declare<RawBytesHandler> = declare;
export const transformer: Declare<Transformer> = declare;

export const step: <F extends Fields, Body = BodyOf<F>>(
  declaration: Declaration<F, Body, readonly Step[]> &
    Pick<StepKind<Body>, 'children' | 'requests' | 'goesOn' | 'mayEnd'>,
) => StepKind<Body> = declare;

function declare<F extends Fields, Body, Compiled, More>(
  declaration: Declaration<F, Body, Compiled> & More,
): Kind<Body, Compiled> & More {
  return {
    ...declaration,
    parse(raw: unknown, at: Path, scope: Scope): Body | undefined {
      const body = parseBody(declaration, raw, at, scope);
      if (body === undefined || declaration.check === undefined) return body as Body | undefined;
      return declaration.check(body, at, scope);
    },
  };
}
