import type { Path } from '../../document/problem.ts';
import type { Scope } from '../scope.ts';
import type { SequenceCompiler } from '../step-kind.ts';

/** A parsed handler: its registered kind and the body that this kind's parse function returned. */
export type HandlerDefinition = { readonly kind: string; readonly body: unknown };

/** A kind of status or body handler, in one file. `raw` is null for an empty body, text for the shorthand. */
export type HandlerKind<Body, Handler> = {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  /** Members of its body that the format has and it does not do yet. */
  readonly notBuilt?: readonly string[];
  parse(raw: unknown, at: Path, scope: Scope): Body | undefined;
  compile(body: Body, compiler: SequenceCompiler): Handler;
};
