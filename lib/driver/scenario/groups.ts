import type {
  HeaderHandlerFactory,
  ProcessorFactory,
  RawBytesHandler,
  StatusHandler,
  Transformer,
} from '../model/handlers.ts';
import type { Action } from '../model/session.ts';

/** The compiled type of each group of kinds, such as actions or header handlers. */
export type Groups = {
  /** An action is also allowed as a step. As a processor, it runs once for each value. */
  readonly action: Action;
  readonly processor: ProcessorFactory;
  readonly statusHandler: StatusHandler;
  readonly headerHandler: HeaderHandlerFactory;
  readonly rawBytesHandler: RawBytesHandler;
  readonly transformer: Transformer;
};
export type Group = keyof Groups;

/**
 * A parsed part of a body, such as one handler: the name of its kind, and the result of the kind's parse
 * function.
 */
export type Part = { readonly kind: string; readonly body: unknown };

/** The name of each group of kinds, as messages write it. */
export const groupWords: { readonly [G in Group]: string } = {
  action: 'action',
  processor: 'processor',
  statusHandler: 'status handler',
  headerHandler: 'header handler',
  rawBytesHandler: 'raw-bytes handler',
  transformer: 'transformer',
};
