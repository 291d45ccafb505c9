import * as words from '../../words/questions.ts';
import { excerptOf, mistakeOf } from './mistake.ts';

type PointedProps = {
  readonly text: string;
  /** The reason of the API. */
  readonly reason: string;
  /** Puts the expression that the API proposes into the field. */
  readonly type: (text: string) => void;
};

/** An expression with a mark below its mistake, the reason, and the advice of the API. */
export function Pointed({ text, reason, type }: PointedProps) {
  const mistake = mistakeOf(reason);
  const excerpt = mistake.at === undefined ? undefined : excerptOf(text, mistake.at);
  return (
    <>
      {excerpt !== undefined && (
        <pre aria-hidden="true">
          {excerpt.text}
          {'\n'}
          {' '.repeat(excerpt.at)}
          <span class="caret">^</span>
        </pre>
      )}
      <p>{mistake.reason}</p>
      {mistake.instead !== undefined && (
        <button type="button" onClick={() => type(mistake.instead ?? '')}>
          {words.tryInstead(mistake.instead)}
        </button>
      )}
    </>
  );
}
