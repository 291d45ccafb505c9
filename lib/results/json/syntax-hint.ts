import { byte, expectations, isIn, state } from './tokens.ts';

/**
 * The token with a mistake: the value of its first byte, whether the document begins with it, whether it is
 * directly inside an array, and the value of the wrong byte.
 */
export type Mistake = {
  readonly first: number;
  readonly begins: boolean;
  readonly inArray: boolean;
  readonly wrong: number;
};

/**
 * Advice about a mistake that programs of other languages make: numbers that JSON lacks, words of Python,
 * commas at the end, comments, lines of JSON, forms, and messages before the document. It depends on two
 * bytes, so that a text in chunks gets the same advice. Empty: no advice.
 */
export function hintOf(expected: string, { first, begins, inArray, wrong }: Mistake): string {
  if (begins && first !== byte.minus) return notFirst;
  if (begins && isIn('-', wrong)) return isForm;
  const isValue = expected === expectations[state.value] || expected === expectations[state.items];
  if (isValue && isIn('NiI', wrong)) return noNumber;
  if (isValue && isIn('TFu', wrong)) return noWord;
  if (expected === expectations[state.name] && wrong === byte.closeBrace) return noComma;
  if (inArray && expected === expectations[state.value] && wrong === byte.closeBracket) return noComma;
  if (expected === expectations[state.end] && isIn('{[', wrong)) return several;
  if (isIn('/', wrong)) return noComment;
  if (first === byte.n && isIn('a', wrong)) return noNumber;
  return first === byte.minus && isIn('nNiI', wrong) ? noNumber : '';
}

const noNumber = '; JSON has no NaN and no infinity, so write null or a text';
const noWord = '; JSON has only the words true, false and null, in small letters';
const noComma = '; JSON allows no comma after the last member or item, so remove the comma';
const noComment = '; JSON allows no comments, so remove the comment';
const several = '; the text has more than one JSON document, so send one document, or put all into one list';
const notFirst = '; remove text before the JSON, such as messages of the program that wrote the JSON';
const isForm =
  '; a form with parts begins so: send it as multipart/form-data, without a content-type of application/json';
