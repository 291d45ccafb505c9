import { orNone } from '../../declaration/field.ts';
import type { Step } from '../../model/session.ts';
import { secondAt } from '../../statistics/second-at.ts';
import { steps } from '../declaration/nested-kinds.ts';
import { step } from '../kind.ts';

/**
 * A measurement that is running. `run` is the number of the sequence's run, or -1 when nothing is measured.
 * `intendedNs` is the instant at which the measurement should have begun.
 */
type Watch = { run: number; beganNs: number; intendedNs: number };

/**
 * The body is the list of steps to measure. If one of these steps restarts the sequence, the time continues
 * from its first beginning.
 */
export const stopwatch = step({
  name: 'stopwatch',
  summary:
    'Measures the time from entering to leaving its steps, as a request of the metric named after the sequence.',
  example: 'stopwatch: [{ thinkTime: 5ms }]',
  cost: 'Two readings of the clock, and one value in the statistics.',
  atError:
    'Its steps fail as they do elsewhere; time that does not reach the end of its steps is not recorded.',
  fields: { steps: orNone(steps('Steps to measure.', [{ thinkTime: '20ms' }])) },
  short: { list: 'steps', title: 'a list of steps' },
  check: (body, _at, scope) => ({ ...body, step: scope.nextRequest() }),
  compile({ steps, step }, compiler) {
    const metric = compiler.environment.recorder.measure(compiler.sequence, step);
    const watch = compiler.perInstance((): Watch => ({ run: -1, beganNs: 0, intendedNs: 0 }));
    // If the stopwatch is the first step of a user, its time counts from the user's planned start. For later
    // runs it does not.
    const user = compiler.isFirst ? compiler.perSession(() => ({ begun: false })) : undefined;
    const begin: Step = (session, sequence) => {
      const state = watch(session, sequence);
      // After a restart from inside the stopwatch, the sequence has the same run number. The time continues.
      if (state.run === sequence.run) return true;
      state.run = sequence.run;
      state.beganNs = session.clock.nowNs();
      state.intendedNs = state.beganNs;
      const visit = user?.(session, sequence);
      if (visit?.begun === false) {
        visit.begun = true;
        state.intendedNs = session.intendedNs;
      }
      return true;
    };
    const end: Step = (session, sequence) => {
      const state = watch(session, sequence);
      const nowNs = session.clock.nowNs();
      const { beganNs, intendedNs } = state;
      state.run = -1;
      const second = secondAt(intendedNs);
      const beganSecond = secondAt(beganNs);
      if (beganSecond > second) metric.sentLater(second, beganSecond);
      metric.time(second, nowNs - intendedNs, true, nowNs - beganNs);
      return true;
    };
    return [begin, ...steps.flatMap((each) => compiler.compileStep(each)), end];
  },
  children: ({ steps }) => [{ steps, times: 1 }],
});
