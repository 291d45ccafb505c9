import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { filledPage } from '../blocks.ts';
import { partsOfHandlers } from './handlers.ts';
import { partSection, partsOfBodies } from './kinds.ts';
import { partsOfRequests } from './steps.ts';

/** The page docs/values.md. */
export const valuesPage = (): string =>
  filledPage('values.md', {
    arraySlotsMax: scenarios.arraySlotsMax.toLocaleString('en'),
    expressionMillions: `${scenarios.expressionWorkMax / 1e6}`,
    sources: sections(sources),
    conditions: sections(conditionParts),
    rest: sections(rest()),
  });

const sections = (names: readonly string[]): string => names.flatMap(section).join('\n\n');

const sources = ['intSource', 'objectSource', 'generatorBody'];

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

/** The names of definitions that have no section on another page. */
function rest(): readonly string[] {
  const documented = [...sources, ...conditionParts, ...partsOfRequests, ...partsOfHandlers];
  return partsOfBodies().filter((name) => !documented.includes(name));
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
