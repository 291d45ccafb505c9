import type { HandledRequest, RunningSequence, Session } from './session.ts';

/**
 * A function that receives the HTTP status of each response. When it throws an error, its user stops and the
 * request becomes invalid.
 */
export type StatusHandler = (request: HandledRequest, status: number) => void;

/**
 * Receives data in fragments: the body of a response, the value of a header, or a selected value of a
 * document. The fragments between `begin` and `end` belong to one response. They may contain several values,
 * and the fragment with `last` ends each value. An object serves one request at a time, and is used again for
 * the next one.
 */
export type Processor = {
  begin?(session: Session, sequence: RunningSequence): void;
  /**
   * Receives a fragment. `bytes` is valid until the call returns, so a processor that keeps the bytes must
   * copy them. The last fragment of a value may be empty.
   */
  data(session: Session, sequence: RunningSequence, bytes: Buffer, last: boolean): void;
  end?(session: Session, sequence: RunningSequence): void;
  /**
   * Called instead of `end` when a response breaks off after its beginning. The processor then discards
   * incomplete data. No further call follows.
   */
  abort?(session: Session, sequence: RunningSequence): void;
};
export type ProcessorFactory = () => Processor;

/** Receives the header lines of a response, with names in lower case. Each value arrives whole. */
export type HeaderHandler = {
  begin?(request: HandledRequest): void;
  header(request: HandledRequest, name: string, value: string): void;
  end?(request: HandledRequest): void;
};
export type HeaderHandlerFactory = () => HeaderHandler;

/**
 * Called once at the end of a request, with the numbers of bytes that its connection has sent and received
 * for it, including headers.
 */
export type RawBytesHandler = (request: HandledRequest, sent: number, received: number) => void;

/** Returns the text that replaces a selected value in a document. */
export type Transformer = (session: Session, sequence: RunningSequence, match: Buffer) => Buffer;
