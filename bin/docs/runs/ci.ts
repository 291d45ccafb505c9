import schema from '../../../schema/run-events.schema.json' with { type: 'json' };
import { code, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';

/** The page docs/ci.md. */
export const ciPage = (): string =>
  filledPage('ci.md', {
    description: `${schema.description} The schema is \`schema/run-events.schema.json\`.`,
    events: schema.oneOf
      .flatMap(({ $ref }) => eventSection($ref.slice('#/definitions/'.length) as EventName))
      .join('\n\n'),
  });

type EventName = 'burst' | 'phase' | 'second' | 'notice' | 'result';
type Member = { readonly description?: string; readonly const?: string; readonly $ref?: string };

function eventSection(name: EventName): string[] {
  const { description, properties, required } = schema.definitions[name];
  const rows = Object.entries(properties as Readonly<Record<string, Member>>)
    .filter(([, member]) => member.const === undefined)
    .map(([member, of]) => {
      const optional = (required as readonly string[]).includes(member) ? '' : ' (may be absent)';
      return [code(member) + optional, described(of)];
    });
  return [`### \`${name}\``, description, table(['member', 'meaning'], rows)];
}

function described({ description = '', $ref }: Member): string {
  if ($ref === undefined) return description;
  const { at, phaseName } = schema.definitions;
  return $ref.endsWith('/at') ? at.description : phaseName.description;
}
