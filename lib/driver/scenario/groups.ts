import type {
  HeaderHandlerFactory,
  ProcessorFactory,
  RawBytesHandler,
  StatusHandler,
  Transformer,
} from '../model/handlers.ts';
import type { Action } from '../model/session.ts';

/** The run-time type of the kinds in each group, such as steps or header handlers. */
export type Groups = {
  /** An action can also be a step, and a processor, which runs it once for each value. */
  readonly action: Action;
  readonly processor: ProcessorFactory;
  readonly statusHandler: StatusHandler;
  readonly headerHandler: HeaderHandlerFactory;
  readonly rawBytesHandler: RawBytesHandler;
  readonly transformer: Transformer;
};
export type Group = keyof Groups;

/** A parsed part of a body: its registered kind, and the result of the kind's parse function. */
export type Part = { readonly kind: string; readonly body: unknown };

/** The names of groups of kinds, as messages write them. */
export const groupWords: { readonly [G in Group]: string } = {
  action: 'action',
  processor: 'processor',
  statusHandler: 'status handler',
  headerHandler: 'header handler',
  rawBytesHandler: 'raw-bytes handler',
  transformer: 'transformer',
};
