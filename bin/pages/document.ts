import { stringify } from 'yaml';
import { reading } from '../../lib/driver/limits.ts';
import { definitions, format, phaseNames } from '../generate/format.ts';
import { fenced, page } from '../generate/markdown.ts';
import { membersOf, reachable } from '../generate/members.ts';

/** docs/document.md */
export const documentPage = (): string =>
  page(
    'The benchmark document',
    `A benchmark is a YAML document (JSON is YAML too): where the load goes, when users arrive, and what each of them does.
\`bin/downpour validate FILE\` lists everything wrong with one, each with its place; an [editor](editor.md) completes and
checks it while you type.`,
    fenced('yaml', stringify(whole(), { flowCollectionPadding: true })),
    templates,
    '## The document',
    'Either `phases`, or the short form for a single phase named `main`: `usersPerSec`, `duration` and `scenario` beside `http`.',
    membersOf(''),
    ...sections(),
    '## Phases',
    'Each item of `phases` names a phase and its kind; [phases](phases.md) shows when each kind lets users in. These keys belong to every kind:',
    membersOf(phaseNames[0] ?? '', sharedKeys()),
    ...phaseNames.flatMap((name) => kindSection(name)),
    '## Steps',
    'What stands inside a sequence is listed in [steps](steps.md), [handlers](handlers.md) and [values](values.md).',
  );

const whole = () => ({
  name: 'shop',
  http: format.properties?.http?.examples?.[0],
  phases: format.properties?.phases?.examples?.[0],
});

const templates = `## Templates

\`!param NAME default\` before a single value is replaced by what \`-P NAME=value\` gives, else by the default:
\`usersPerSec: !param RATE 200\` and \`bin/downpour run FILE -P RATE=50\`. A parameter without a default must be given.

\`!concat [a, !param NAME]\` joins single values to one, as they are written.

\`!foreach\` makes a list with one copy of \`do\` for each item, in which \`!param ITEM\` is the item:

${fenced(
  'yaml',
  `scenario: !foreach
  items: products, basket
  do:
    !param ITEM:
      - httpRequest:
          GET: !concat [/, !param ITEM]`,
)}

| key of \`!foreach\` | default | what it is |
| --- | --- | --- |
| \`items\` | required | A list of single values, or one text that is split. Of a text, parts are trimmed and empty ones left out; nothing gives an empty list. |
| \`separator\` | \`,\` | Where that text is split: a regular expression without look-around and back-references. |
| \`param\` | \`ITEM\` | The parameter that is the item; inside \`do\` it hides one of the same name. |
| \`do\` | required | What is repeated: a value, a list or a mapping, with further templates in it. |

An anchor \`&name\` marks a part, \`*name\` repeats it, and \`<<: *name\` takes over the members of a mapping. Templates in
such a part are resolved where it is repeated. With all of it resolved, a document holds at most
${reading.documentNodesMax} values and is nested at most ${reading.documentDepthMax} levels deep.

## Values

Every single value is text to the format, and its key decides what the text means: \`users: "3"\` is the number 3, and
\`name: 1.10\` is the name \`1.10\`. \`true\` and \`false\` and the words of a fixed choice may be written in any case.
A number without a unit is seconds where a time is meant, and nanoseconds where a short time is (\`thinkTime\` and the
limits of an SLA); a warning says so. Write \`30s\`.`;

/** Definitions of a document beside phases and steps, each once: those with a heading in its order. */
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
  ergonomics: '`ergonomics`: for every request',
  scenario: '`scenario`: what a user does',
  fork: '`forks`: several scenarios that share the users',
  phaseReference: 'References to phases',
  incrementableNumber: 'A number that grows by iteration',
  incrementableInteger: 'A whole number that grows by iteration',
};

/** Keys that all kinds of phases have. */
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
