import type { RunDocument } from '../../driver/run/document.ts';

/** A format of a run that another tool reads. Each format is one file, with a line in `formats.ts`. */
export type Format = {
  /** The value of `--format`. */
  readonly name: string;
  /** The extension of its file, without a dot; `undefined` for a format that is a folder of files. */
  readonly extension: string | undefined;
  /**
   * The beginning of every file of this format, and of no other format. For a format of several files it is
   * the first cell.
   */
  readonly begins?: RegExp;
  /** A line of the help, without a full stop. */
  readonly summary: string;
  /** The format needs the histograms of all seconds, which are stored with a run. */
  readonly wants?: 'histograms';
  /** A format imports a large library inside this function, so that other formats do not load it. */
  write(run: RunDocument, histograms?: string): Written | Promise<Written>;
};

/** A text with a line break at its end; bytes; or the files of a folder. */
export type Written = string | Uint8Array | readonly NamedFile[];

export type NamedFile = { readonly name: string; readonly text: string };
