import type { HandledRequest, RunningSequence, Session } from './session.ts';

/**
 * A function that gets the status of each response. An error that it throws stops its session and marks the
 * request invalid.
 */
export type StatusHandler = (request: HandledRequest, status: number) => void;

/**
 * Takes data in fragments: the body of a response, the value of a header, or a match in a document. The
 * fragments between `begin` and `end` belong to one response. They may contain several values, and the
 * fragment with `last` ends each value. An object serves one request at a time and is reused for the next
 * one.
 */
export type Processor = {
  begin?(session: Session, sequence: RunningSequence): void;
  /**
   * `bytes` are valid until the call returns: a processor that keeps them must copy them. The last fragment
   * of a value may be empty.
   */
  data(session: Session, sequence: RunningSequence, bytes: Buffer, last: boolean): void;
  end?(session: Session, sequence: RunningSequence): void;
  /**
   * Called in place of `end` when a response breaks off after its begin. The handler drops partial data. No
   * further call follows.
   */
  abort?(session: Session, sequence: RunningSequence): void;
};
export type ProcessorFactory = () => Processor;

/** As a processor it gets the header lines of a response, with names in lower case. */
export type HeaderHandler = {
  begin?(request: HandledRequest): void;
  header(request: HandledRequest, name: string, value: string): void;
  end?(request: HandledRequest): void;
};
export type HeaderHandlerFactory = () => HeaderHandler;

/**
 * Called once at the end of a request with the bytes on the connection that belong to it, headers included.
 */
export type RawBytesHandler = (request: HandledRequest, sent: number, received: number) => void;

/** Returns the text that replaces a match in a document. */
export type Transformer = (session: Session, sequence: RunningSequence, match: Buffer) => Buffer;
