import { SqlPathError } from '../evaluation/errors.ts';
import type { Ast } from './ast.ts';
import { checkPlaces } from './check-places.ts';
import { parseAny } from './parse-predicate.ts';
import { type PathLimits, TokenStream, tooComplex } from './token-stream.ts';

/**
 * The grammar of PostgreSQL 15. It refuses at the first token with which no path can go on, as the original does.
 * @throws SqlPathError
 */
export function parsePath(text: string, limits: PathLimits): Ast {
  if (text.length > limits.lengthMax) throw tooComplex(`has more than ${limits.lengthMax} characters`);
  if (text.includes('\0')) {
    const position = text.indexOf('\0');
    throw new SqlPathError('22021', 'invalid byte sequence for encoding "UTF8": 0x00', { position });
  }
  const tokens = new TokenStream(text, limits);
  if (tokens.sees('end')) {
    throw new SqlPathError('22P02', `invalid input syntax for type jsonpath: "${text}"`, { position: 0 });
  }
  const mode = parseMode(tokens);
  const root = parseAny(tokens);
  if (!tokens.sees('end')) tokens.fail();
  checkPlaces(root);
  return { mode, root };
}

function parseMode(tokens: TokenStream): 'lax' | 'strict' {
  const { kind } = tokens.next;
  if (kind !== 'lax' && kind !== 'strict') return 'lax';
  tokens.take();
  return kind;
}
