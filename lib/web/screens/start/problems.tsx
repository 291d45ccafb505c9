import type { DocumentProblem } from '../../../api.generated.ts';
import { Sentence } from '../../components/bidi-sentence.tsx';
import * as words from '../../words/start.ts';

type ProblemsProps = {
  readonly problems: readonly DocumentProblem[];
  readonly moveTo: (line: number, column: number) => void;
};

/** The problems of the document in the words of the API. A press moves the caret to the place. */
export function Problems({ problems, moveTo }: ProblemsProps) {
  return (
    <ol class="problems">
      {problems.map(({ line, column, path, severity, message, hint }, at) => (
        <li key={at}>
          <button type="button" class={`plain ${severity}`} onClick={() => moveTo(line, column)}>
            <code>{words.place(line, column)}</code>{' '}
            <span>
              {severity === 'warning' && `${words.warning()} `}
              <Sentence text={words.problem(path, message, hint)} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
