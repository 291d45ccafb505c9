import { grouped } from '../../../../words.ts';
import { Fragments } from '../../../http/exchange/fragment-buffer.ts';
import { exchanges } from '../../../http/exchange/limits.ts';
import type { Processor, ProcessorFactory } from '../../../model/handlers.ts';
import type { Action, RunningSequence, Session } from '../../../model/session.ts';
import type { Kind } from '../../kind.ts';

/** Makes a processor that receives each value in one piece. limits.ts has the largest size of a value. */
export function wholeValue(
  take: (session: Session, sequence: RunningSequence, value: Buffer) => void,
  around: Omit<Processor, 'data'> = {},
): Processor {
  const fragments = new Fragments();
  return {
    ...around,
    begin(session, sequence) {
      // A value that never ended, such as damaged gzip data, may have left fragments.
      fragments.drop();
      around.begin?.(session, sequence);
    },
    abort(session, sequence) {
      fragments.drop();
      around.abort?.(session, sequence);
    },
    data(session, sequence, bytes, last) {
      if (fragments.length + bytes.length > exchanges.valueBytesMax)
        throw new Error(
          `a value of the response has more than ${grouped(exchanges.valueBytesMax)} bytes; store only a part of the body`,
        );
      const isWhole = last && fragments.length === 0;
      if (!isWhole) fragments.add(bytes);
      if (last) take(session, sequence, isWhole ? bytes : fragments.take());
    },
  };
}

/** An action as a processor. It runs once for each value, at its last fragment. */
export const asProcessor = <Body>(kind: Kind<Body, Action>): Kind<Body, ProcessorFactory> => ({
  ...kind,
  compile(body, compiler) {
    const act = kind.compile(body, compiler);
    return () => ({
      data(session, sequence, _bytes, last) {
        if (last) act(session, sequence);
      },
    });
  },
});
