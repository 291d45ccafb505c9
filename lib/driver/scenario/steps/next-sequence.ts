import { required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { compileStart } from '../actions/new-sequence.ts';
import { step } from '../kind.ts';

/** When the last step of a sequence names the sequence itself, the sequence restarts. */
export const nextSequence = step({
  name: 'nextSequence',
  summary:
    'Deprecated, use `newSequence` or `restartSequence`: starts another sequence, or, as the last step, restarts its own sequence.',
  example: 'nextSequence: greet',
  cost: 'As much as `newSequence`.',
  atError: 'Without a free instance it fails the phase.',
  fields: { name: required(name('Name of the sequence to start.', 'comment')) },
  short: { member: 'name', words: 'its name.' },
  needs: 'the name of a sequence',
  write: 'newSequence: name',
  check(body, at, scope) {
    const own = body.name === scope.sequence;
    const hint = own ? "write 'restartSequence'" : `write 'newSequence: ${body.name}'`;
    scope.findings.warning(at, 'nextSequence is deprecated', hint);
    scope.startsSequence(body.name, at);
    return body;
  },
  course: ({ name }) => ({ starts: name }),
  compile({ name }, compiler) {
    const start = compileStart({ sequence: name, sameIndex: false, fails: true }, compiler);
    return [
      (session, sequence) => {
        if (name === compiler.sequence && sequence.isLastStep) sequence.restart();
        else start(session, sequence);
        return true;
      },
    ];
  },
});
