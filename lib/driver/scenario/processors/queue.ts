import { numbered } from '../../../words.ts';
import { orNone, required } from '../../declaration/field.ts';
import { count, name } from '../../declaration/scalars.ts';
import { PlacedError } from '../../model/placed-error.ts';
import type { Action, Read, RunningSequence, Session, Value } from '../../model/session.ts';
import { boundedLog } from '../bounded-log.ts';
import { actions } from '../declaration/nested-kinds.ts';
import { writes } from '../declaration/variables.ts';
import type { Part } from '../groups.ts';
import { processor, type SequenceCompiler } from '../kind.ts';
import { scenarios } from '../limits.ts';
import { listOf } from '../values.ts';
import { baseOf } from '../variables.ts';
import { convertTo, type Format, format } from './data/format.ts';
import { wholeValue } from './data/whole-value.ts';

export type QueueBody = {
  readonly variable: string;
  readonly maxSize: number;
  readonly concurrency: number;
  /** The name of the copy of the sequence that this queue runs. */
  readonly sequence: string;
  readonly format: Format;
  readonly onCompletion: readonly Part[];
};

export const queue = processor({
  name: 'queue',
  summary:
    'Runs a copy of a sequence for each value, in order and at most `concurrency` at once; it finds its value in `var[.]`. A value is done when its instance has ended and the requests of this instance are over.',
  example: 'queue: { var: links, maxSize: 20, concurrency: 2, sequence: greet }',
  cost: 'A text or a copy of the bytes for each value, and one instance of the copied sequence for each of `concurrency`, made when it is first needed.',
  atError:
    'Beyond `maxSize` waiting values it drops further values and logs a warning for each response. The values of an incomplete response are run. Beyond `maxSequences` it fails the phase.',
  fields: {
    var: required(
      writes('object', 'Name of the session variable whose element `[.]` the sequence reads.', 'link'),
    ),
    maxSize: required(
      count(
        scenarios.atOnceUserMax,
        'Largest number of waiting values. Further values are dropped, and the log reports their number.',
        20,
      ),
    ),
    concurrency: required(
      count(scenarios.atOnceUserMax, 'Largest number of instances of the sequence at the same time.', 2),
    ),
    sequence: required(name('Name of the sequence to run.', 'fetch')),
    format,
    onCompletion: orNone(
      actions('Actions after the response has ended and all values were handled.', {
        set: 'allFetched <- true',
      }),
    ),
  },
  needs: `var, sequence, maxSize and concurrency (the last two from 1 to ${scenarios.atOnceUserMax})`,
  check({ var: variable, ...body }, at, scope): QueueBody | undefined {
    if (baseOf(variable) !== undefined) {
      const hint = `write 'var: ${baseOf(variable)}', and read '${variable}' in the sequence`;
      scope.findings.error(
        [...at, 'var'],
        `a queue needs the name of a whole variable, not '${variable}'`,
        hint,
      );
      return undefined;
    }
    const copy = scope.queuesSequence(body.sequence, body.concurrency, [...at, 'sequence']);
    return copy === undefined ? undefined : { ...body, variable, sequence: copy };
  },
  compile(body, compiler) {
    const convert = convertTo(body.format);
    const warn = boundedLog(compiler.environment.log);
    const setting = settingOf(body, compiler);
    const queueOf = compiler.perSession(() => new Queue(setting));
    compiler.whenFree(body.sequence, (session, sequence) => queueOf(session, sequence).consumed(session));
    return () => {
      /** The queue to which the current response adds values. Undefined between responses. */
      let fed: Queue | undefined;
      let dropped = 0;
      const over = (session: Session): void => {
        if (dropped > 0) {
          const held = `has ${numbered(body.maxSize, 'waiting value')}`;
          warn(`${compiler.place}: queue '${body.variable}' ${held} and dropped ${dropped} more`);
        }
        const own = fed;
        fed = undefined;
        if (own === undefined) return;
        own.feeders -= 1;
        if (session.currentRequest?.failed !== true) own.completeWhenDone(session);
      };
      return wholeValue(
        (session, sequence, bytes) => {
          if (!queueOf(session, sequence).take(session, sequence, convert(bytes))) dropped += 1;
        },
        {
          begin(session, sequence) {
            const own = queueOf(session, sequence);
            fed = own;
            dropped = 0;
            own.feeders += 1;
            own.owner = sequence;
          },
          end: over,
          abort: over,
        },
      );
    };
  },
});

/** The settings of one handler `queue`, which the queues of all users share. */
type Setting = Pick<QueueBody, 'maxSize' | 'concurrency' | 'variable'> & {
  readonly number: number;
  readonly place: string;
  readonly items: Read;
  readonly complete: Action;
};

function settingOf(body: QueueBody, compiler: SequenceCompiler): Setting {
  const { variables, place } = compiler;
  variables.slots.arrayOf(body.variable, body.concurrency);
  const actions = compiler.compileParts('action', body.onCompletion);
  return {
    ...body,
    place,
    number: compiler.sequenceNumber(body.sequence),
    items: variables.need(body.variable),
    complete(session, sequence) {
      try {
        for (const action of actions) if (!session.stopped) action(session, sequence);
      } catch (error) {
        throw new PlacedError(place, error);
      }
    },
  };
}

/** The queue of one user: its waiting values, and the number of values that instances handle now. */
class Queue {
  /** The number of responses that have not ended and may add further values. */
  feeders = 0;
  /**
   * The instance whose request added the last values. The action at the end runs in the name of its sequence.
   */
  owner: RunningSequence | undefined;
  readonly #setting: Setting;
  readonly #waiting: Value[] = [];
  #active = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /**
   * Starts an instance for a value, or keeps the value until an instance is free. False when the queue is
   * full.
   */
  take(session: Session, sequence: RunningSequence, value: Value): boolean {
    const { concurrency, maxSize } = this.#setting;
    if (this.#active < concurrency) this.#start(session, sequence, value);
    else if (this.#waiting.length < maxSize) this.#waiting.push(value);
    else return false;
    return true;
  }

  /** Called when an instance has handled its value. */
  consumed(session: Session): void {
    this.#active -= 1;
    if (this.owner !== undefined && this.#waiting.length > 0)
      this.#start(session, this.owner, this.#waiting.shift());
    else this.completeWhenDone(session);
  }

  completeWhenDone(session: Session): void {
    if (this.feeders > 0 || this.#active > 0 || this.owner === undefined) return;
    this.#setting.complete(session, this.owner);
  }

  #start(session: Session, parent: RunningSequence, value: Value): void {
    const { number, items, variable, place } = this.#setting;
    const instance = session.startSequence(number, parent, place);
    // The user may have no further instance, and has therefore been stopped.
    if (instance === undefined) return;
    this.#active += 1;
    listOf(items(session, parent) ?? [], variable)[instance.index] = value;
  }
}
