import { stringify } from 'yaml';
import { reading } from '../../lib/driver/document/limits.ts';
import { definitions, format, phaseNames } from '../generate/benchmark-definitions.ts';
import { fenced } from '../generate/markdown.ts';
import { membersOf, reachable } from '../generate/members.ts';
import { filledPage } from './blocks.ts';

/** The page docs/document.md. */
export const documentPage = (): string =>
  filledPage('document.md', {
    whole: fenced('yaml', stringify(whole(), { flowCollectionPadding: true })),
    nodesMax: String(reading.documentNodesMax),
    depthMax: String(reading.documentDepthMax),
    members: membersOf(''),
    sections: joined(sections()),
    phases: membersOf(phaseNames[0] ?? '', sharedKeys()),
    kinds: joined(phaseNames.flatMap((name) => kindSection(name))),
  });

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

const whole = () => ({
  name: 'shop',
  http: format.properties?.http?.examples?.[0],
  phases: format.properties?.phases?.examples?.[0],
});

/**
 * The sections about all definitions of a document, except those of phases and steps. Definitions with a
 * heading come first, in the order of headings.
 */
function sections(): readonly string[] {
  const steps = new Set(reachable('step'));
  const names = reachable('').filter(
    (name) => !steps.has(name) && !/Phase$|^phaseBody$/.test(name) && membersOf(name) !== '',
  );
  const known = Object.keys(headings).filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))].flatMap((name) => [
    `## ${headings[name] ?? `\`${name}\``}`,
    definitions[name]?.description ?? '',
    membersOf(name),
  ]);
}

const headings: { readonly [definition: string]: string } = {
  http: '`http`: targets',
  sharedConnections: '`sharedConnections`: the pool of a target',
  keyManager: '`keyManager`: the certificate of the client',
  trustManager: '`trustManager`: the servers that are trusted',
  agent: '`agents`: the properties of a load generator',
  hook: '`pre` and `post`: commands around a run',
  ergonomics: '`ergonomics`: for every request',
  scenario: '`scenario`: what a user does',
  fork: '`forks`: several scenarios that share the users',
  phaseReference: 'References to phases',
  incrementableNumber: 'A number that grows by iteration',
  incrementableInteger: 'A whole number that grows by iteration',
};

/** The keys that all kinds of phases have. */
function sharedKeys(): readonly string[] {
  const [first = [], ...others] = phaseNames.map((name) => Object.keys(definitions[name]?.properties ?? {}));
  return first.filter((key) => others.every((keys) => keys.includes(key)));
}

function kindSection(name: string): readonly string[] {
  const shared = sharedKeys();
  const own = Object.keys(definitions[name]?.properties ?? {}).filter((key) => !shared.includes(key));
  return own.length === 0
    ? []
    : [`### \`${name.replace(/Phase$/, '')}\``, definitions[name]?.description ?? '', membersOf(name, own)];
}
