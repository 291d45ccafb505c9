import type { Extractor } from '../../../api.generated.ts';
import * as words from '../../words/schemas/schemas.ts';

/** The paths of a label, each with the name of its value. */
export const Paths = ({ extractors }: { readonly extractors: readonly Extractor[] }) => (
  <ul class="paths">
    {extractors.map(({ name, jsonpath, isarray }) => (
      <li key={name}>
        <code>
          {name} = {jsonpath}
        </code>
        {isarray && <span class="quiet"> {words.allMatches()}</span>}
      </li>
    ))}
  </ul>
);
