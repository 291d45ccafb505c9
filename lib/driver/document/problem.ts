/** The way to a part of a document: member names and array indexes from the root. */
export type Path = readonly (string | number)[];

/** A finding in a document, an error or a warning, before its position is looked up. */
export type Finding = {
  readonly severity: 'error' | 'warning';
  readonly path: Path;
  /** One sentence without a full stop: the mistake and the expected value. */
  readonly message: string;
  /** How to correct the mistake, for example the nearest known name. */
  readonly hint?: string;
};

/**
 * A place in the text. Lines and columns count from 1. `origin` names the templates that put the value there,
 * such as `for item 2 of HOST`; `inOrder` adds it to the message.
 */
export type Place = { readonly line: number; readonly column: number; readonly origin?: string };

/** A finding with its place in the text. */
export type Problem = Finding & Place;

/**
 * Collects all findings of one pass over a document, so that its author corrects it once. Every parse
 * function receives it, and none throws for a wrong document.
 */
export class Findings {
  readonly list: Finding[] = [];

  error(path: Path, message: string, hint?: string): void {
    this.list.push(
      hint === undefined ? { severity: 'error', path, message } : { severity: 'error', path, message, hint },
    );
  }

  warning(path: Path, message: string, hint?: string): void {
    this.list.push(
      hint === undefined
        ? { severity: 'warning', path, message }
        : { severity: 'warning', path, message, hint },
    );
  }

  get refused(): boolean {
    return this.list.some((finding) => finding.severity === 'error');
  }
}
