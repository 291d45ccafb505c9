import { required } from '../../declaration/field.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import type { Processor } from '../../model/handlers.ts';
import type { Read, RunningSequence, Session } from '../../model/session.ts';
import { boundedLog } from '../bounded-log.ts';
import { processors } from '../declaration/nested-kinds.ts';
import { reads } from '../declaration/variables.ts';
import { processor } from '../kind.ts';
import { scenarios } from '../limits.ts';
import { textOf as valueText } from '../values.ts';
import { DamagedGzip, gunzip, Inflation } from './data/gzip-inflation.ts';
import { sequential } from './data/sequential.ts';

const noBytes = Buffer.alloc(0);

export const gzipInflator = processor({
  name: 'gzipInflator',
  summary: 'Inflates data and passes it on, when the variable with the value of the encoding header is gzip.',
  example: 'gzipInflator: { encodingVar: encoding, processor: [store: body] }',
  cost: `Holds up to ${scenarios.gzipHeldBytesMax / 2 ** 10} KiB of compressed bytes and inflates them at once. More is inflated as it arrives, which takes about ten times as long for each byte.`,
  atError: `Broken or cut off data, or more than ${exchanges.inflatedBytesMax / 2 ** 20} MiB of it inflated, marks the request invalid and logs a warning. An unset \`encodingVar\` passes data on as it is.`,
  fields: {
    processor: required(processors('Processors of the inflated data.', { store: 'page' })),
    encodingVar: required(
      reads('object', 'Name of the session variable with the value of the encoding header.', 'encoding'),
    ),
  },
  needs: 'encodingVar, the variable with the encoding, and processor, the processors of the data',
  compile({ encodingVar, processor: parts }, compiler) {
    compiler.environment.load(gunzip.load());
    const encoding = compiler.variables.read(encodingVar);
    const isGzip: Read<boolean> = (session, sequence) => {
      const value = encoding(session, sequence);
      return value !== undefined && /^\s*(?:x-)?gzip\s*$/i.test(valueText(value));
    };
    const factories = compiler.compileParts('processor', parts);
    const warn = boundedLog(compiler.environment.log);
    return () => new GzipInflator(isGzip, sequential(factories.map((make) => make())), warn);
  },
});

/**
 * Inflates (decompresses) values. A value that cannot be inflated makes the request invalid and is not
 * completed.
 */
class GzipInflator implements Processor {
  readonly #isGzip: Read<boolean>;
  readonly #target: Processor;
  readonly #warn: (message: string) => void;
  readonly #inflation = new Inflation();
  #state: 'begins' | 'plain' | 'gzip' | 'damaged' = 'begins';

  constructor(isGzip: Read<boolean>, target: Processor, warn: (message: string) => void) {
    this.#isGzip = isGzip;
    this.#target = target;
    this.#warn = warn;
  }

  begin(session: Session, sequence: RunningSequence): void {
    this.#state = 'begins';
    this.#target.begin?.(session, sequence);
  }

  data(session: Session, sequence: RunningSequence, bytes: Buffer, last: boolean): void {
    if (this.#state === 'begins') {
      this.#state = this.#isGzip(session, sequence) ? 'gzip' : 'plain';
      this.#inflation.begin();
    }
    if (this.#state === 'gzip') this.#inflate(session, sequence, bytes, last);
    else if (this.#state === 'plain') this.#target.data(session, sequence, bytes, last);
    if (last) this.#state = 'begins';
  }

  end(session: Session, sequence: RunningSequence): void {
    this.#target.end?.(session, sequence);
  }

  abort(session: Session, sequence: RunningSequence): void {
    this.#state = 'begins';
    this.#inflation.begin();
    this.#target.abort?.(session, sequence);
  }

  #inflate(session: Session, sequence: RunningSequence, bytes: Buffer, last: boolean): void {
    try {
      // The bytes are copied, because the inflator keeps bytes that it cannot decompress yet.
      for (const inflated of this.#inflation.take(Buffer.from(bytes), last))
        this.#target.data(session, sequence, inflated, false);
    } catch (error) {
      if (!(error instanceof DamagedGzip)) throw error;
      this.#state = 'damaged';
      session.currentRequest?.markInvalid();
      this.#warn(`gzipInflator: ${error.message}`);
      return;
    }
    if (last) this.#target.data(session, sequence, noBytes, true);
  }
}
