import { JsonTree } from '../../../components/json-tree.tsx';
import * as words from '../../../words/schemas/workshop.ts';
import type { Tried } from './parse-preview.ts';

/** The characters of an output that a cell shows. */
const outputMax = 400;

/** The value of a label in a dataset, or the reason why the label has none. */
export function TriedCell({ tried: { value, cause, mistake, output } }: { readonly tried: Tried }) {
  const isUndefined = value === undefined || value.kind === 'null';
  return (
    <>
      {isUndefined ? (
        <code class="json">{value === undefined ? words.noValue() : words.undefinedValue()}</code>
      ) : (
        <JsonTree value={value} names={[]} />
      )}
      {cause !== undefined && <span class="quiet"> {words.causes[cause]}</span>}
      {mistake !== undefined && (
        <span class="quiet">
          {' '}
          {mistake.at === 'function' ? `${words.failed()} ${mistake.reason}` : words.wrongPath(mistake.at)}
        </span>
      )}
      {output !== undefined && <pre class="quiet output">{words.output(output.slice(0, outputMax))}</pre>}
    </>
  );
}
