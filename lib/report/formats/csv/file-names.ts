/**
 * Makes file names from names of a document. The original driver replaces only `/`; Downpour replaces all
 * characters that file systems reject. Two files of a folder never have the same name, even if case does not
 * count.
 */
export class FileNames {
  readonly #taken = new Set<string>();

  /** Joins `parts` with dots and adds the ending. */
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

/** The largest size of a file name in bytes that every usual file system accepts. */
const bytesMax = 255;

const safe = (part: string): string => part.replace(refused, '_');

/**
 * Matches characters that file systems reject, and characters that are invisible or change how a name looks.
 */
const refused = /[/\\:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Cuts a text to this many bytes of UTF-8, between two characters. */
function cut(text: string, bytes: number): string {
  let [kept, size] = ['', 0];
  for (const letter of text) {
    size += new TextEncoder().encode(letter).length;
    if (size > bytes) return kept;
    kept += letter;
  }
  return kept;
}
