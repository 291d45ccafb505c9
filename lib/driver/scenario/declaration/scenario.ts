import { mappingSchema } from '../../declaration/body.ts';
import { withDefault } from '../../declaration/field.ts';
import { positive, positiveInteger, unread } from '../../declaration/scalars.ts';
import { define, own, referTo } from '../../declaration/schema.ts';
import { maxSequencesDefault } from '../../model/scenario.ts';
import { stepsOfSequence } from './nested-kinds.ts';

/** This file declares the members of a scenario, as a document writes them. */

/** The shortest useful scenario. Editors show it as an example. */
export const scenarioExample = [{ main: [{ httpRequest: { GET: '/products' } }] }];

const sequence = define('sequence', {
  title: 'sequence',
  ...own(
    'A sequence: its name and its steps. `name[N]` allows up to N instances at once in a session.',
    scenarioExample[0],
  ),
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: referTo(stepsOfSequence),
});

const sequences = define('sequences', {
  title: 'a list of sequences',
  ...own('Sequences by name.', scenarioExample),
  type: 'array',
  items: referTo(sequence),
});

export const boundFields = {
  maxSequences: withDefault(
    maxSequencesDefault,
    positive(
      positiveInteger,
      'Largest number of sequence instances that a session has at once. Downpour uses more when one sequence needs more.',
    ),
  ),
  maxRequests: withDefault(
    16,
    positive(
      positiveInteger,
      'Largest number of HTTP requests that one session has in flight at the same time.',
    ),
  ),
};

const fields = {
  initialSequences: unread(referTo(sequences, 'Sequences that all start with a new session.')),
  sequences: unread(referTo(sequences, 'Sequences that start only when a step or handler asks for them.')),
  orderedSequences: unread(
    referTo(sequences, 'Sequences that start one after the other, the first one with the session.'),
  ),
  ...boundFields,
};

export const scenarioDefinition = define('scenario', {
  title: 'a list of sequences, or a mapping with initialSequences, sequences and orderedSequences',
  ...own(
    'The work of one user. A list of sequences is run one after the other; the mapping tells initial, triggered and ordered sequences apart.',
    scenarioExample,
  ),
  type: ['array', 'object'],
  minItems: 1,
  items: referTo(sequence),
  ...mappingSchema(fields),
});
