import { required } from '../../declaration/field.ts';
import { count, unread } from '../../declaration/scalars.ts';
import { intMax } from '../../declaration/value-readers.ts';
import type { Step } from '../../model/session.ts';
import { steps } from '../declaration/nested-kinds.ts';
import { changes } from '../declaration/variables.ts';
import { step } from '../kind.ts';
import { intOf } from '../values.ts';
import { baseOf, UnsetVariable } from '../variables.ts';

/**
 * A loop compiles to three parts: the start, which sets an unset counter to 0, the steps, and a jump back
 * while the counter is below `repeats`. The counter keeps its final value. So when the same user runs the
 * loop again, it makes one pass.
 */
export const loop = step({
  name: 'loop',
  summary: 'Repeats its steps; must be the first step of a sequence.',
  example: 'loop: { counterVar: i, repeats: 3, steps: [noop] }',
  cost: 'One read and one write of the counter for each pass.',
  atError: 'A counter that its steps unset, or set to text that is not a whole number, fails the phase.',
  fields: {
    counterVar: required(
      changes(
        'int',
        'Name of the session variable with the number of the present round, counted from 0.',
        'round',
      ),
    ),
    repeats: required(count(intMax, 'Number of rounds.', 3)),
    steps: required(unread(steps('Steps of one round.').schema)),
  },
  check({ counterVar, repeats, steps: raw }, at, scope) {
    if (!scope.firstStep)
      scope.findings.error(at, 'loop must be the first step of its sequence', 'start a new sequence with it');
    if (scope.concurrency > 0 && baseOf(counterVar) === undefined)
      scope.findings.error(
        [...at, 'counterVar'],
        `sequence '${scope.sequence}' has several instances, but all of them share counterVar '${counterVar}'`,
        `write '${counterVar}[.]'`,
      );
    const inner = scope.parseSteps(raw, [...at, 'steps'], repeats);
    if (inner.length === 0 && !(Array.isArray(raw) && raw.length > 0))
      scope.findings.error(at, 'loop has no steps', "add at least one step to 'steps'");
    return { counterVar, repeats, steps: inner };
  },
  compile({ counterVar, repeats, steps }, compiler) {
    const read = compiler.variables.read(counterVar);
    const write = compiler.variables.write(counterVar);
    const inner = steps.flatMap((step) => compiler.compileStep(step));
    const enter: Step = (session, sequence) => {
      if (read(session, sequence) === undefined) write(session, sequence, 0);
      return true;
    };
    const repeat: Step = (session, sequence) => {
      const passes = read(session, sequence);
      if (passes === undefined) throw new UnsetVariable(counterVar);
      const count = intOf(passes, counterVar) + 1;
      write(session, sequence, count);
      if (count < repeats) sequence.pc -= inner.length + 1;
      return true;
    };
    return [enter, ...inner, repeat];
  },
  children: ({ repeats, steps }) => [{ steps, times: repeats }],
});
