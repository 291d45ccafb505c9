import { unmeasured, type Work } from '../../budget.ts';
import { cachedPattern, Pattern } from '../../patterns/pattern.ts';
import { QueryError } from '../../query-error.ts';
import { sourceOfRegex } from './re2-source.ts';
import { fault, RegexFault, type RegexMode } from './regex-cursor.ts';
import { parseRegex } from './regex-parser.ts';
import { markText } from './word-marks.ts';

/**
 * A regular expression whose test takes time linear in the text. The compiled form is in the cache of all
 * regular expressions. If the cache has removed it, the expression is compiled again.
 */
export type LikeRegex = {
  readonly source: string;
  /**
   * Tests a text.
   * @param work counts the cost of the match. It throws to end the match.
   */
  readonly test: (text: string, work?: Work) => boolean;
  /** Makes a test for one evaluation, which keeps the compiled form until its end. */
  readonly matcher: (work: Work) => Matcher;
};

export type Matcher = (text: string) => boolean;

const flagLetters = ['i', 's', 'm', 'x', 'q'];

/**
 * Compiles a regular expression of `like_regex` with its flags: `i` ignores case, `s` lets a dot match line
 * feeds, `m` lets `^` and `$` match at line feeds, `q` takes the expression literally.
 * @param lengthMax the most characters of the expression.
 * @param position of the expression in the path.
 * @throws QueryError 42601 for an unknown flag, 2201B for an invalid expression, 0A000 for the flag `x`,
 *   look-around, back-references and other parts that cannot be matched in linear time, 54000 for an
 *   expression that is too long.
 */
export function compileLikeRegex(
  source: string,
  flags: string,
  { lengthMax, position }: { readonly lengthMax: number; readonly position: number },
): LikeRegex {
  const unknown = [...flags].find((flag) => !flagLetters.includes(flag));
  if (unknown !== undefined) {
    throw new QueryError('42601', 'invalid input syntax for type jsonpath', {
      position,
      detail: `Unrecognized flag character "${unknown}" in LIKE_REGEX predicate.`,
    });
  }
  if (flags.includes('x') && !flags.includes('q'))
    throw unsupported('XQuery "x" flag (expanded regular expressions) is not implemented', position);
  if (source.length > lengthMax)
    throw new QueryError('54000', `a pattern has at most ${lengthMax} characters`, { position });
  return compile(source, flags, position);
}

function compile(source: string, flags: string, position: number): LikeRegex {
  const { marks, unsupported: reason } = translated(source, flags, position);
  if (reason !== undefined) throw unsupported(reason, position);
  const key = `like_regex ${flags}/${source}`;
  const make = (): Pattern => new Pattern(translated(source, flags, position).re2, '');
  const made = cachedPattern(key, make);
  // RE2 can reject the expression only because of its size, because the grammar of PostgreSQL has accepted
  // it.
  if (!(made instanceof Pattern)) throw refusal(fault('size'), position, made);
  const matcher = (work: Work): Matcher => {
    const pattern = cachedPattern(key, () => {
      work.spend(remakingSteps);
      return make();
    });
    if (!(pattern instanceof Pattern)) throw pattern;
    return (text) => pattern.find(marks > 0 ? markText(text, marks, work) : text, work);
  };
  return { source, matcher, test: (text, work = unmeasured) => matcher(work)(text) };
}

/** The cost of compiling an expression again, in steps of the query's budget. It takes some milliseconds. */
const remakingSteps = 10_000;

type Translated = {
  readonly re2: string;
  readonly marks: number;
  readonly unsupported: string | undefined;
};

function translated(source: string, flags: string, position: number): Translated {
  const isLiteral = flags.includes('q');
  const mode: RegexMode = {
    isLiteral,
    ignoresCase: flags.includes('i'),
    stopsAtLines: !isLiteral && !flags.includes('s'),
    anchorsLines: !isLiteral && flags.includes('m'),
    isExpanded: false,
    isOldSyntax: false,
  };
  try {
    const { regex, unsupported } = parseRegex(source, mode);
    const { source: re2, marks } = sourceOfRegex(regex);
    return { re2, marks, unsupported };
  } catch (error) {
    throw error instanceof RegexFault ? refusal(error, position) : error;
  }
}

function refusal({ message }: RegexFault, position: number, cause?: Error): QueryError {
  const error = new QueryError('2201B', `invalid regular expression: ${message}`, { position });
  if (cause !== undefined) error.cause = cause;
  return error;
}

const unsupported = (reason: string, position: number): QueryError =>
  new QueryError('0A000', reason, { position });
