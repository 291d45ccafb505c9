import type { Definition } from '../../data/schemas/label-definition.ts';
import * as words from '../../words/schemas/schemas.ts';
import { Paths } from './paths.tsx';

/** A label as text. */
export const DefinitionFacts = ({ definition }: { readonly definition: Definition }) => (
  <dl class="settings">
    <div>
      <dt>{words.labelColumns.name}</dt>
      <dd>{definition.name}</dd>
    </div>
    <div>
      <dt>{words.labelColumns.paths}</dt>
      <dd>
        <Paths extractors={definition.extractors} />
      </dd>
    </div>
    <div>
      <dt>{words.labelColumns.function}</dt>
      <dd>
        {definition.function === '' ? words.noFunction() : <code class="code">{definition.function}</code>}
      </dd>
    </div>
    <div>
      <dt>{words.labelColumns.kind}</dt>
      <dd>{words.kinds(definition.metrics, definition.filtering)}</dd>
    </div>
  </dl>
);
