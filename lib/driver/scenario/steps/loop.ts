import type { StepDefinition } from '../../model/scenario.ts';
import type { Step } from '../../model/session.ts';
import { bodyOf, integerOf, intMax, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { intOf } from '../values.ts';
import { baseOf, UnsetVariable } from '../variables.ts';

type Body = {
  readonly counterVar: string;
  readonly repeats: number;
  readonly steps: readonly StepDefinition[];
};

/**
 * Compiles to: enter (counter to 0 when unset), the steps, and a jump back while the counter is below
 * `repeats`. The counter keeps its final value, so a second run in the same session makes one pass.
 */
export const loop: StepKind<Body> = {
  name: 'loop',
  summary: 'Repeats its steps; must be the first step of a sequence.',
  example: 'loop: { counterVar: i, repeats: 3, steps: [noop] }',
  cost: 'One read and one write of the counter for each pass.',
  atError: 'A counter that its steps unset, or set to text that is no whole number, fails the phase.',
  parse(raw, at, scope) {
    const body = bodyOf(raw);
    const counterVar = textOf(body?.counterVar);
    const repeats = integerOf(body?.repeats);
    if (!scope.firstStep)
      scope.findings.error(at, 'loop must be the first step of its sequence', 'start a new sequence with it');
    if (counterVar === undefined || body?.repeats === undefined) {
      scope.findings.error(at, 'loop needs counterVar, repeats and steps');
      return undefined;
    }
    if (repeats === undefined || repeats < 1) {
      scope.findings.error([...at, 'repeats'], `repeats must be a whole number from 1 to ${intMax}`);
      return undefined;
    }
    if (scope.concurrency > 0 && baseOf(counterVar) === undefined)
      scope.findings.error(
        [...at, 'counterVar'],
        `sequence '${scope.sequence}' has several instances, and counterVar '${counterVar}' is one for all`,
        `write '${counterVar}[.]'`,
      );
    scope.writesVariable(counterVar, 'int', at);
    scope.readsVariable(counterVar, 'int', at);
    const steps = scope.parseSteps(body?.steps, [...at, 'steps'], repeats);
    if (steps.length === 0 && !(Array.isArray(body?.steps) && body.steps.length > 0)) {
      scope.findings.error(at, 'loop has no steps');
    }
    return { counterVar, repeats, steps };
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
};
