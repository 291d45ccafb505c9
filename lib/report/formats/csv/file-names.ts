/**
 * Names of files that are made of names of a document. The original driver replaces `/` only; so do these,
 * and whatever else a file system refuses. No two files of a folder get the same name, also where capitals do
 * not count.
 */
export class FileNames {
  readonly #taken = new Set<string>();

  /** `parts` with dots between them, and the ending. */
  of(parts: readonly (string | number)[], ending: string): string {
    const stem = parts.map((part) => safe(String(part))).join('.');
    for (let copy = 1; ; copy += 1) {
      const mark = copy === 1 ? '' : `~${copy}`;
      const name = `${cut(stem, bytesMax - ending.length - mark.length)}${mark}${ending}`;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

/** Bytes of a file name that every usual file system takes. */
const bytesMax = 255;

function safe(part: string): string {
  return [...part].map((letter) => (letter < ' ' || refused.has(letter) ? '_' : letter)).join('');
}

const refused = new Set('/\\:*?"<>|\x7f');

/** To so many bytes of UTF-8, between two characters. */
function cut(text: string, bytes: number): string {
  let [kept, size] = ['', 0];
  for (const letter of text) {
    size += new TextEncoder().encode(letter).length;
    if (size > bytes) return kept;
    kept += letter;
  }
  return kept;
}
