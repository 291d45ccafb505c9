import { scenarios } from '../../../lib/driver/limits.ts';
import { fenced, page } from '../../generate/markdown.ts';
import { partsOfHandlers } from './handlers.ts';
import { partSection, partsOfBodies } from './kinds.ts';
import { partsOfRequests } from './steps.ts';

/** docs/values.md */
export const valuesPage = (): string =>
  page(
    'Values',
    `What the bodies of [steps](steps.md) and [handlers](handlers.md) are made of: variables, patterns, numbers, texts,
conditions, lists and files. What an *error* is stands under steps.`,
    variables,
    patterns,
    sources,
    ...['intSource', 'objectSource', 'generatorBody'].flatMap(section),
    conditions,
    ...conditionParts.flatMap(section),
    lists,
    files,
    ...rest().flatMap(section),
  );

const section = (name: string): readonly string[] => partSection(name, headings[name]);

const conditionParts = [
  'boolCondition',
  'intCondition',
  'stringConditionBody',
  'condition',
  'intComparisons',
  'stringFilter',
  'length',
];

/** What no other part of the pages shows. */
function rest(): readonly string[] {
  const shown = [
    'intSource',
    'objectSource',
    'generatorBody',
    ...conditionParts,
    ...partsOfRequests,
    ...partsOfHandlers,
  ];
  return partsOfBodies().filter((name) => !shown.includes(name));
}

const headings: { readonly [definition: string]: string } = {
  condition: 'A condition inside `allConditions`',
  intComparisons: 'Comparisons with whole numbers',
  length: '`length` of a text',
  objectSource: 'An item: fixed or from a variable',
  stringConditionBody: '`stringCondition`',
  generatorBody: 'A text and where it comes from',
  intSource: 'A whole number and where it comes from',
  incrementableNumber: 'A number that grows by iteration',
};

const variables = `## Variables

A variable belongs to one user and is unset when the user starts. It holds a whole number of 32 bits, a text, bytes, or an
array. Where a number is expected, text in decimal digits is read as one. A name that some
steps use for a number and others for a text is refused when the document is read; the items of an array may be either. An array has a fixed number of slots, of which some may be unset; its
length is the number of items before the first unset one. At most ${scenarios.arraySlotsMax.toLocaleString('en')} slots.

\`name[.]\` is the item of an array at the index of the instance: a sequence \`greet[3]\` runs in up to three instances, with the
indexes 0 to 2.

* Cost: Names are resolved when the scenario is compiled; a read or write is one look into a list.
* At an error: To read an unset variable is an error, unless its step says otherwise; a variable that nothing writes is refused when
  the document is read, and one that nothing reads is named then.`;

const patterns = `## Patterns

In a path, header, body or message \`\${name}\` is replaced by the value of a variable, and \`\${format:name}\` by what a format makes of it.

| pattern | what it gives |
| --- | --- |
| \`\${city}\` | the text; a number in decimal digits, bytes as UTF-8, an array item by item |
| \`\${%04d:page}\` | a whole number by the rules of Java: \`d\`, \`o\`, \`x\`, \`X\`, with flags and width |
| \`\${urlencode:city}\` | encoded for a query; a space becomes \`+\` |
| \`\${base64encode:city}\`, \`\${base64decode:city}\` | text to Base64, and back |
| \`\${replace/-/_/g:city}\` | matches of a regular expression replaced; with \`g\` all of them |
| \`$\${city}\` | the text \`\${city}\` itself |

* Cost: Parsed once for each scenario and shard; each use makes a text, linear in its length. A pattern without variables
  costs nothing. A regular expression may do ${scenarios.expressionWorkMax / 1e6} million steps for one text; more is an error.
* At an error: An unset variable is an error, and text that is no whole number under a number format; a broken pattern is refused when the
  document is read.`;

const sources = `## Texts and numbers

Where a text is expected, a plain text is a pattern; a mapping says where it comes from.

${fenced(
  'yaml',
  `- httpRequest:
    GET: { fromVar: path }
    headers:
      x-city: { pattern: "\${urlencode:city}" }
      x-fixed: { value: "as it \${is}" }`,
)}

* Cost: \`value\` nothing; \`fromVar\` one read; \`pattern\` as above.
* At an error: An unset \`fromVar\` is an error, and so is text in it where a whole number is expected.`;

const conditions = `## Conditions

A body with a condition has one of \`boolCondition\`, \`intCondition\`, \`stringCondition\` and \`allConditions\`.

${fenced(
  'yaml',
  `- breakSequence: { intCondition: seen >= 3 }
- breakSequence: { boolCondition: { fromVar: done, value: true } }
- breakSequence: { stringCondition: { fromVar: city, startsWith: Br } }
- breakSequence: { allConditions: [{ intCondition: seen >= 3 }, { stringCondition: { fromVar: city, value: Brno } }] }`,
)}

* Cost: One read and one comparison each, up to the first that does not hold; texts are compared character by character,
  and with \`caseSensitive: false\` in copies in lower case.
* At an error: Over an unset variable a condition does not hold, but with \`isSet: false\` it does; text that is no whole number in an
  \`intCondition\` is an error, and so is an unset variable to compare with.`;

const lists = `## Weighted lists

A list of texts, or a mapping (or list of one-entry mappings) of text to weight: \`[a, b]\` draws both as often, \`{ a: 3, b: 1 }\`
the first three times as often. A text that is given twice has both weights.

* Cost: One random number; with different weights a search, logarithmic in the list.
* At an error: A weight that is not above 0, or an empty list, is refused when the document is read.`;

const files = `## Files

\`randomItem\`, \`randomCsvRow\`, \`randomFile\` and \`fromFile\` of a body name files relative to the document, never out of its folder. They travel with
it; [limits](limits.md) says how large they may be.

* Cost: Read once for each scenario and shard, and kept in memory.
* At an error: A file that is missing, not UTF-8 where text is expected, or empty is refused before the load, with its place.`;
