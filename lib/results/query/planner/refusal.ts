import { grouped } from '../../../words.ts';
import { isComposite, kind } from '../../json/kind.ts';
import type { Member } from '../../run-index/index-types.ts';
import type { PlanLimits } from '../limits.ts';
import { type QueryError, tooManyResults, tooMuch } from '../query-error.ts';
import type { Strategy } from './plan.ts';
import type { PathShape } from './shape/path-shape.ts';

type Rule = PathShape['rule'];
type Refused = Extract<Strategy, { strategy: 'refused' }>;

/**
 * The reasons to reject a query that would cost too much. Each has the exceeded bound. The error for a
 * document that is too large to parse also has an example of a path that selects less.
 */
export const refusal = {
  answer: (bytes: number, { answerBytesMax }: PlanLimits): Refused =>
    refused(
      tooMuch(
        '54000',
        `the answer has ${grouped(bytes)} bytes or more, the limit is ${grouped(answerBytesMax)} bytes`,
      ),
    ),
  results: ({ resultsMax }: PlanLimits): Refused => refused(tooManyResults(resultsMax)),
  parse: (bytes: number, members: readonly Member[], rule: Rule, { parseBytesMax }: PlanLimits): Refused => {
    const need = `the query needs ${grouped(bytes)} bytes of the run, and may read at most ${grouped(parseBytesMax)} bytes`;
    return refused(tooMuch('54000', need, example(members, rule)));
  },
};

const refused = (error: QueryError): Refused => ({ strategy: 'refused', error });

/**
 * The end of the sentence `use a path that selects less`: an example of a path into the largest member, in
 * the language of the query. Without such an example it names the path of this member, which selects too
 * much.
 */
function example(members: readonly Member[], rule: Rule): string {
  const [largest] = [...members].sort((one, other) => other.end - other.start - (one.end - one.start));
  if (largest === undefined) return '';
  const step = (name: string): string =>
    rule === 'jsonpath' ? `[${JSON.stringify(name)}]` : `.${JSON.stringify(name)}`;
  const path = `${rule === 'jsonpath' ? '' : `${rule} `}$${step(largest.name)}`;
  const column = largest.table?.paths.members.find(
    ([, node]) => node.column && !isComposite(node.kinds),
  )?.[0];
  if (column !== undefined) return `, for example ${path}[*]${step(column)}`;
  return largest.kind === kind.array ? `, for example ${path}[0]` : ` than ${path}`;
}
