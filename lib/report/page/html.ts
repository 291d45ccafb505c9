/** Markup whose texts are escaped, so that it is safe inside a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. A text is escaped, and null adds nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Makes markup from a template. Its values are escaped, for text and for attributes in quotes. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    pieces.reduce((text, piece, at) => text + written(parts[at - 1]) + piece.replaceAll(/\n\s*/g, '\n')),
  );
}

/** Marks a text as markup that Downpour itself wrote. */
export const asWritten = (text: string): Html => new Html(text);

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'object') return part.map(written).join('');
  return escaped(`${part}`);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes the characters of markup. A visible mark replaces control characters, and characters that change
 * the direction of text.
 */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (found) =>
      found === '\n' || found === '\t' ? found : '\ufffd',
    )
    .replaceAll(/[&<>"']/g, (found) => escapes[found] ?? found);
}
