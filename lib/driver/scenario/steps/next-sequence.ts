import { compileStart } from '../actions/new-sequence.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';

type Body = { readonly sequence: string };

/** As the last step of the sequence that it names, it restarts this sequence. */
export const nextSequence: StepKind<Body> = {
  name: 'nextSequence',
  summary:
    'Deprecated, use `newSequence` or `restartSequence`: starts a sequence, or restarts its own as the last step.',
  example: 'nextSequence: greet',
  cost: 'As `newSequence`; as the last step of its own sequence one jump.',
  atError: 'Without a free instance it fails the phase.',
  parse(raw, at, scope) {
    const sequence = textOf(raw) ?? textOf(bodyOf(raw)?.name);
    if (sequence === undefined) {
      scope.findings.error(at, 'nextSequence needs the name of a sequence', "write 'newSequence: name'");
      return undefined;
    }
    const own = sequence === scope.sequence;
    const hint = own ? "write 'restartSequence'" : `write 'newSequence: ${sequence}'`;
    scope.findings.warning(at, 'nextSequence is deprecated', hint);
    scope.startsSequence(sequence, at);
    return { sequence };
  },
  course: ({ sequence }) => ({ starts: sequence }),
  compile({ sequence: name }, compiler) {
    const start = compileStart({ sequence: name, sameIndex: false, fails: true }, compiler);
    return [
      (session, sequence) => {
        if (name === compiler.sequence && sequence.isLastStep) sequence.restart();
        else start(session, sequence);
        return true;
      },
    ];
  },
};
