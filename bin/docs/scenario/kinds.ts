import { groupWords } from '../../../lib/driver/scenario/groups.ts';
import { kinds, stepKinds } from '../../../lib/driver/scenario/registry.ts';
import { bodyOf, definitions, kindsOf, nameOf } from '../../generate/benchmark-definitions.ts';
import { code, fenced, table } from '../../generate/markdown.ts';
import { allMembersOf, membersOf, reachable } from '../../generate/members.ts';
import { type Group, stepWith } from './example-setup.ts';

/** The documentation of a kind of steps or handlers. */
type Documented = {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly cost: string;
  readonly atError: string;
};

/** The supported kinds of a group, by name. */
export const kindsIn = (group: Group): readonly Documented[] =>
  [...(group === 'step' ? stepKinds : kinds[group]).values()].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );

/** The processors that are not actions, because actions have sections on the page of steps. */
export const processorsOnly: readonly Documented[] = kindsIn('processor').filter(
  ({ name, summary }) => kinds.action.get(name)?.summary !== summary,
);

export const overview = (group: Group, list = kindsIn(group)): string =>
  table(
    [groupWord(group), 'what it does'],
    list.map(({ name, summary }) => [`[${code(name)}](#${anchorOf(group, name)})`, summary]),
  );

/** The section about one kind. `level` is the level of its heading. */
export const kindSection = (
  group: Group,
  { name, summary, example, cost, atError }: Documented,
  level = '##',
): readonly string[] => [
  `${level} ${headingOf(group, name)}`,
  [group === 'step' && kinds.action.has(name) ? '*An action.*' : '', summary, shortForm(group, name)].join(
    ' ',
  ),
  fenced('yaml', group === 'transformer' ? `- ${stepWith(group, example)}` : `- ${example}`),
  ...allMembersOf(bodyOf(group, name)),
  [`* Cost: ${cost}`, `* At an error: ${atError}`, ...inHandlers(group, name, cost)].join('\n'),
];

/** A note for an action whose form in handlers differs from the step with its name. */
function inHandlers(group: Group, name: string, cost: string): readonly string[] {
  const action = group === 'step' ? kinds.action.get(name) : undefined;
  return action === undefined || action.cost === cost
    ? []
    : [`* In a handler, cost: ${action.cost}`, `* In a handler, at an error: ${action.atError}`];
}

/** The heading of a handler. Handlers of two groups may have one name, so the heading names the group. */
const headingOf = (group: Group, name: string): string =>
  group === 'statusHandler' || group === 'headerHandler'
    ? `${code(name)}, a ${groupWords[group]}`
    : code(name);

/** The anchor that Markdown renderers make of a heading, for links. */
const anchorOf = (group: Group, name: string): string =>
  headingOf(group, name).toLowerCase().replaceAll(/[`,]/g, '').replaceAll(' ', '-');

const groupWord = (group: Group): string => (group === 'step' ? 'step' : groupWords[group]);

/**
 * The description of a kind's short forms, from the schema. A short form is a text or list in place of a
 * mapping.
 */
const shortForm = (group: Group, name: string): string =>
  /Short forms?: .*$/.exec(definitions[nameOf(kindsOf(group)[name]?.$ref ?? '')]?.description ?? '')?.[0] ??
  '';

/** The section about a definition that is a part of several bodies. */
export const partSection = (name: string, heading = code(name), level = '##'): readonly string[] => [
  `${level} ${heading}`,
  definitions[name]?.description ?? '',
  ...allMembersOf(name),
];

/** The names of definitions inside the bodies of kinds, without the bodies themselves. */
export function partsOfBodies(): readonly string[] {
  const groups: readonly Group[] = ['step', ...(Object.keys(kinds) as (keyof typeof kinds)[])];
  const bodies = new Set(
    groups.flatMap((group) => Object.keys(kindsOf(group)).map((kind) => bodyOf(group, kind))),
  );
  const holders = new Set<string>(groups);
  return reachable('step').filter(
    (name) => !bodies.has(name) && !holders.has(name) && membersOf(name) !== '',
  );
}
