import { RE2JS } from 're2js';
import { SqlPathError } from './errors.ts';
import { fault, RegexFault } from './regex-fault.ts';
import type { RegexMode } from './regex-mode.ts';
import { parseRegex } from './regex-parser.ts';
import { markEdges, sourceOfRegex } from './regex-source.ts';

/** A compiled pattern: a test takes time linear in the text. */
export type LikeRegex = { readonly source: string; readonly test: (text: string) => boolean };

const flagLetters = ['i', 's', 'm', 'x', 'q'];

/**
 * A pattern of `like_regex` with its flags: `i` ignores case, `s` lets a dot match line feeds, `m` lets `^` and `$` match
 * at them, `q` takes the pattern literally.
 * @param lengthMax characters that a pattern may have.
 * @param position of the pattern in the expression.
 * @throws SqlPathError 42601 for an unknown flag, 2201B for what is no pattern, 0A000 for the flag `x`, look-around,
 * back-references and what else cannot be matched in linear time, 54000 for a pattern that is too long.
 */
export function compileLikeRegex(
  source: string,
  flags: string,
  { lengthMax, position }: { readonly lengthMax: number; readonly position: number },
): LikeRegex {
  const unknown = [...flags].find((flag) => !flagLetters.includes(flag));
  if (unknown !== undefined) {
    throw new SqlPathError('42601', 'invalid input syntax for type jsonpath', {
      position,
      detail: `Unrecognized flag character "${unknown}" in LIKE_REGEX predicate.`,
    });
  }
  if (flags.includes('x') && !flags.includes('q'))
    throw unsupported('XQuery "x" flag (expanded regular expressions) is not implemented', position);
  if (source.length > lengthMax)
    throw new SqlPathError('54000', `a pattern has at most ${lengthMax} characters`, { position });
  return compile(source, flags, position);
}

function compile(source: string, flags: string, position: number): LikeRegex {
  const isLiteral = flags.includes('q');
  try {
    const mode: RegexMode = {
      isLiteral,
      ignoresCase: flags.includes('i'),
      stopsAtLines: !isLiteral && !flags.includes('s'),
      anchorsLines: !isLiteral && flags.includes('m'),
      isExpanded: false,
      isOldSyntax: false,
    };
    const parsed = parseRegex(source, mode);
    if (parsed.unsupported !== undefined) throw unsupported(parsed.unsupported, position);
    const translated = sourceOfRegex(parsed.regex);
    const compiled = compileRe2(translated.source, parsed.ignoresCase);
    if (!translated.needsMarks) return { source, test: (text) => compiled.test(text) };
    return { source, test: (text) => compiled.test(markEdges(text)) };
  } catch (error) {
    if (!(error instanceof RegexFault)) throw error;
    throw new SqlPathError('2201B', `invalid regular expression: ${error.message}`, { position });
  }
}

/** @throws RegexFault for counts that multiply to more states than RE2 allows. */
function compileRe2(source: string, ignoresCase: boolean): RE2JS {
  try {
    return RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    const refusal = fault('size');
    refusal.cause = cause;
    throw refusal;
  }
}

const unsupported = (reason: string, position: number): SqlPathError =>
  new SqlPathError('0A000', reason, { position });
