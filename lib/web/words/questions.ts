import { durationText } from '../../report/page/number-text.ts';
import { bytes, counted, exactly } from '../../report/units.ts';

export const title = (run: number): string => `Questions about run ${run}`;
export const documentTitle = (run: number): string => `Document of run ${run}`;
export const field = (): string => 'Expression';
export const placeholder = (hasReport: boolean): string =>
  hasReport ? '$.stats[*].total.summary.meanResponseTime' : '$.name[*].member';
export const all = (): string => 'All matches';
export const language = (): string => 'Language';
export const languages = { '': 'recognised', jsonpath: 'JSONPath', sql: 'SQL/JSON path' } as const;
export const ask = (): string => 'Ask';
export const asked = (): string => 'Answer';
export const openDocument = (): string => 'Document as a tree';
export const openRun = (run: number): string => `Run ${run}`;
export const openQuestions = (): string => 'Ask a question';
export const names = (): string => 'Names in this document';
export const chosen = (name: string): string => `Insert ${name}`;

export const matches = (count: number): string =>
  count === 0 ? 'No match' : counted(count, 'match', 'matches');
export const noMatchHelp = (): string =>
  'The expression is valid, but nothing in the document matches. The tree below shows the names that exist.';
export const shownOf = (shown: number, count: number): string =>
  `The first ${exactly(shown)} of ${exactly(count)}. The download has all matches.`;

const ways: Readonly<Record<string, string>> = {
  nothing: 'from the index',
  member: 'from the index',
  members: 'from the index',
  count: 'from the index',
  column: 'from columns of the index',
  element: 'from the index',
  filter: 'from columns of the index',
  scan: 'by a scan of one part',
  parts: 'from parts of an array',
  partial: 'from a part of the document',
  document: 'from the whole document',
  whole: 'from the whole document',
  kept: 'from a document in memory',
};

const took = (ms: number): string =>
  ms < 1 ? 'below 1\u00a0ms' : ms < 999.5 ? `${Math.round(ms)}\u00a0ms` : durationText(ms);

/** The cost of a query: `from columns of the index: 1.2 kB read of 127 kB, 3 ms`. */
export function cost(way: string, bytesRead: number, size: number | undefined, milliseconds: number): string {
  const read = bytesRead === 0 ? 'nothing read' : `${bytes(bytesRead)} read`;
  const total = size === undefined ? '' : ` of ${bytes(size)}`;
  return `${ways[way] ?? way}: ${read}${total}, ${took(milliseconds)}`;
}
export const dialect = (name: string): string => (name === 'sql' ? 'SQL/JSON path' : 'JSONPath');

export const mistake = (): string => 'The expression has a mistake';
export const tryInstead = (text: string): string => `Use ${text}`;

export const noLink = (): string => 'The expression is too long for a link.';
export const copyLink = (): string => 'Copy link';
export const copyAnswer = (): string => 'Copy answer';
export const copied = (): string => 'Copied';
export const notCopied = (): string => 'The browser did not allow the page to copy.';
export const download = (): string => 'Download';
export const preparing = (): string => 'Preparing …';
export const downloadReady = (): string => 'Download the answer';

export const recent = (): string => 'Recent';
export const examples = (): string => 'Examples';
/** Example queries for a run of the load driver. */
export const exampleQuestions = [
  ['$.state', 'how the run ended'],
  ['$.verdicts[*] ? (@.passed == false)', 'limits that are broken'],
  ['$.stats[*].total.summary.meanResponseTime', 'mean response times'],
  ['$..percentileResponseTime["99.0"]', 'every p99'],
] as const;

export const askLast = (count: number): string => `Ask the last ${counted(count, 'run')} of the test`;
export const askOne = (): string => 'Ask only this run';
export const makeLabel = (schema: string): string => `Make a label of it in the schema ${schema}`;
export const ofRuns = (count: number, test: string): string => `Last ${counted(count, 'run')} of ${test}`;
export const progress = (done: number, count: number): string =>
  `${done} of ${counted(count, 'run')} answered`;
export const stop = (): string => 'Stop';
export const goOn = (): string => 'Go on';
export const run = (): string => 'Run';
export const started = (): string => 'Started';
export const answer = (): string => 'Answer';
export const none = (): string => 'no match';
export const further = (count: number): string => `and ${exactly(count)} more`;

export const tree = (): string => 'Document';
export const treeHelp = (): string =>
  'In the tree, up and down arrow keys move, and right and left arrow keys open and close a member. Enter puts the path of the member into the text field.';
export const treeHelpAlone = (): string =>
  'In the tree, up and down arrow keys move, and right and left arrow keys open and close a member. Enter asks for the value of the member.';
export const members = (count: number): string => `{ ${exactly(count)} }`;
export const elements = (count: number): string => `[ ${exactly(count)} ]`;
export const unknownMembers = (): string => '{ … }';
export const unknownElements = (): string => '[ … ]';
export const long = (size: number): string => `text of ${bytes(size)}`;
export const more = (shown: number, count: number | undefined): string =>
  count === undefined
    ? `Show more, ${exactly(shown)} are shown`
    : `Show more, ${exactly(shown)} of ${exactly(count)} are shown`;
export const size = (count: number): string => bytes(count);
export const everything = (count: number): string => `Show all ${exactly(count)}`;
