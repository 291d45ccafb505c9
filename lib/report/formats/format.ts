import type { RunDocument } from '../../driver/run/document.ts';

/** A format of a run that another tool reads. Each format is one file, and `formats.ts` lists it. */
export type Format = {
  /** The value of the option `--format`. */
  readonly name: string;
  /**
   * The extension of the format's file, without a dot. `undefined` for a format that is a folder of files.
   */
  readonly extension: string | undefined;
  /**
   * A text with which every file of this format begins, and no file of another format. Absent for a format of
   * several files, which are recognised by their first cell.
   */
  readonly begins?: RegExp;
  /** A line of the help about the format, without a full stop. */
  readonly summary: string;
  /** Set for a format that needs the histograms of all seconds. They are stored with a run. */
  readonly wants?: 'histograms';
  /**
   * Writes a run. A format imports a large library inside this function, so that other formats do not load
   * it.
   */
  write(run: RunDocument, histograms?: string): Written | Promise<Written>;
};

/** The written run: a text with a line break at its end, bytes, or the files of a folder. */
export type Written = string | Uint8Array | readonly NamedFile[];

export type NamedFile = { readonly name: string; readonly text: string };
