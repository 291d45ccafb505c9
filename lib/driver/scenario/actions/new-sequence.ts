import { required, withDefault } from '../../declaration/field.ts';
import { choice, flag, name } from '../../declaration/scalars.ts';
import { PlacedError } from '../../model/placed-error.ts';
import type { Action } from '../../model/session.ts';
import { boundedLog } from '../bounded-log.ts';
import { action, type SequenceCompiler } from '../kind.ts';

type Body = {
  readonly sequence: string;
  readonly sameIndex: boolean;
  /**
   * Decides the effect when the sequence has no free instance. True: the phase fails. False: a line in the
   * log reports it.
   */
  readonly fails: boolean;
};

export const newSequence = action({
  name: 'newSequence',
  summary: 'Starts an instance of a sequence, which first runs when the current one waits or ends.',
  example: 'newSequence: greet',
  cost: 'Searches a free instance, beginning with index 0. An instance is made when it is first needed, and later users of the session use it again.',
  atError:
    'Without a free instance it fails the phase, also in a handler; with `concurrencyPolicy: WARN` it logs a warning and continues. Above `maxSequences` it always fails the phase.',
  fields: {
    sequence: required(name('Name of the sequence to start, without brackets.', 'comment')),
    concurrencyPolicy: withDefault(
      'FAIL',
      choice(
        ['FAIL', 'WARN'],
        'Effect when no further instance is allowed: the phase fails, or Downpour logs a warning.',
      ),
    ),
    forceSameIndex: withDefault(false, flag('True starts it with the index of the current sequence.')),
  },
  short: { member: 'sequence', words: 'its name.' },
  needs: 'the name of a sequence',
  write: 'newSequence: name',
  check({ sequence, concurrencyPolicy, forceSameIndex: sameIndex }, at, scope): Body {
    scope.startsSequence(sequence, at, { sameIndex });
    return { sequence, sameIndex, fails: concurrencyPolicy === 'FAIL' };
  },
  course: ({ sequence }) => ({ starts: sequence }),
  compile(body, compiler) {
    return compileStart(body, compiler);
  },
});

/** Starts one instance of a sequence. */
export function compileStart({ sequence: name, sameIndex, fails }: Body, compiler: SequenceCompiler): Action {
  const { place } = compiler;
  const warn = boundedLog(compiler.environment.log);
  const number = compiler.sequenceNumber(name);
  return (session, sequence) => {
    const started = session.startSequence(number, sequence, place, sameIndex);
    if (started !== undefined || session.stopped) return;
    const problem = `sequence '${name}' ${sameIndex ? `already runs at index ${sequence.index}` : 'has no free instance'}`;
    // Such an error fails the whole phase, and not only the request, even when it occurs in a handler.
    if (fails)
      session.fail(
        new PlacedError(
          place,
          `${problem}; name it '${name}[N]', where N is the largest number of instances at the same time`,
        ),
      );
    else warn(`${place}: ${problem}, so newSequence starts no sequence`);
  };
}
