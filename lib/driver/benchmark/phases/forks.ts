import { mappingSchema } from '../../declaration/body.ts';
import { entriesSchema } from '../../declaration/entries.ts';
import { withDefault } from '../../declaration/field.ts';
import { unread } from '../../declaration/scalars.ts';
import { define, own, referTo } from '../../declaration/schema.ts';
import type { Path } from '../../document/problem.ts';
import { scenarioDefinition, scenarioExample } from '../../scenario/declaration/scenario.ts';
import { readMembers } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';

const fields = {
  weight: withDefault(1, {
    schema: {
      title: 'a number',
      description:
        'Weight of this fork: its share of the users is its weight divided by the sum of all weights. 0 or less leaves the fork out.',
      type: 'number',
    },
    always: false,
    parse: Number,
  }),
  scenario: unread(referTo(scenarioDefinition)),
};

const fork = define('fork', {
  ...own('One of several scenarios that share the users of a phase.', {
    weight: 3,
    scenario: scenarioExample,
  }),
  type: 'object',
  ...mappingSchema(fields),
});

const forksSchema = entriesSchema({
  title: 'a mapping of fork names, or a list of them',
  description:
    'Sub-phases that run at the same time. Each gets a share of the arriving users and of maxSessions by its weight. A mapping of name to fork, or a list of one-entry mappings.',
  value: referTo(fork),
  example: [
    { look: { weight: 7, scenario: [{ look: [{ httpRequest: { GET: '/products' } }] }] } },
    { search: { weight: 3, scenario: [{ search: [{ httpRequest: { GET: '/search' } }] }] } },
  ],
});

export const forksDefinition = define('forks', {
  ...forksSchema,
  type: ['array', 'object'],
  minItems: 1,
  minProperties: 1,
  items: { ...forksSchema.items, title: 'fork' },
});

export type Fork = { readonly name: string; readonly weight: number; readonly scenarioAt: Path };

/** Reads the forks of a phase, in their order. A fork with a weight of 0 or less is left out. */
export function parseForks(at: Path, checking: Checking): readonly Fork[] {
  const { document, findings } = checking;
  const members = document.members(at);
  const names = new Set<string>();
  const forks = members.map(([name, path]) => {
    if (names.has(name))
      findings.error(path, `fork '${name}' is defined twice`, 'rename or remove one of the two');
    names.add(name);
    if (document.lacks(path, 'scenario')) {
      const message = `fork '${name}' has no scenario, so its share of the users sends nothing`;
      findings.warning(
        path,
        message,
        "add a scenario, or write 'weight: 0' to give its users to the other forks",
      );
    }
    return { name, weight: weightAt(path, checking), scenarioAt: [...path, 'scenario'] };
  });
  const taking = forks.filter(({ weight }) => weight > 0);
  if (forks.length > 0 && taking.length === 0)
    findings.error(
      at,
      'no fork has a weight above 0, so no user can start',
      'give at least one fork a weight above 0',
    );
  if (!Number.isFinite(taking.reduce((sum, { weight }) => sum + weight, 0)))
    findings.error(at, 'the sum of the weights is too large', 'write smaller weights, such as 3 and 1');
  return taking;
}

/** The names of the forks of a phase, which references may use. */
export const forkNames = (at: Path, checking: Checking): readonly string[] =>
  checking.document.members(at).flatMap(([name, path]) => (weightAt(path, checking) > 0 ? [name] : []));

const weightAt = (path: Path, checking: Checking): number =>
  readMembers({ weight: fields.weight }, path, checking).weight;
