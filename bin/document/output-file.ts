import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { DownpourError } from '../../lib/errors.ts';
import { checkWritable } from './file.ts';

/** What a command writes into a file. */
export type OutputKind = {
  /** As in `Cannot write ${name} to x`. */
  readonly name: string;
  /** How every file of this kind begins, and no other. */
  readonly begins: RegExp;
};

/** Two kinds of objects that `run --json` writes: the run document, and the reason why there is none. */
export const runDocumentKind: OutputKind = {
  name: 'the run document',
  begins: /^\s*\{\s*("\$schema"\s*:\s*"[^"]*\brun\.schema\.json"|"event"\s*:\s*"result")/,
};

export const pageKind: OutputKind = {
  name: 'the report',
  begins:
    /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy"/,
};

export const parquetKind: OutputKind = { name: 'the label values', begins: /^PAR1/ };

/**
 * Refuses, before a command does its work, an output that would destroy something: a file that the command
 * reads, by whatever name, and a file that holds anything but an earlier output of this kind.
 *
 * @throws DownpourError FILE_UNUSABLE (400).
 */
export async function checkOutput(
  file: string,
  kind: OutputKind,
  inputs: readonly string[] = [],
): Promise<void> {
  await refuseInput(file, kind, inputs);
  await refuseOtherKind(file, kind);
  await checkWritable(file);
}

/** @throws DownpourError FILE_UNUSABLE (400) for a file that is one of those that the command reads. */
export async function refuseInput(
  file: string,
  { name }: Pick<OutputKind, 'name'>,
  inputs: readonly string[],
): Promise<void> {
  const output = await identityOf(file);
  if (output === undefined) return;
  for (const input of inputs) {
    if ((await identityOf(input)) === output)
      throw unusable(name, file, `this command reads ${input}, which is the same file; name another file`);
  }
}

/** The same for a link and for another name of the file. Undefined when there is none. */
async function identityOf(file: string): Promise<string | undefined> {
  const info = await stat(file, { bigint: true }).catch(() => undefined);
  return info?.isFile() ? `${info.dev}:${info.ino}` : undefined;
}

async function refuseOtherKind(file: string, { name, begins }: OutputKind): Promise<void> {
  const beginning = await beginningOf(file);
  if (beginning === undefined || begins.test(beginning)) return;
  throw unusable(
    name,
    file,
    'the file holds something else, which would be lost; delete it or name another file',
  );
}

/** Text of an existing file; undefined when there is nothing that could be lost. */
export async function beginningOf(file: string): Promise<string | undefined> {
  const info = await stat(file).catch(() => undefined);
  if (info === undefined || !info.isFile() || info.size === 0) return undefined;
  try {
    const bytes = await buffer(createReadStream(file, { end: enough - 1 }));
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  } catch {
    // A file that cannot be read may still be written, and then something unknown would be lost.
    return '?';
  }
}

/** Bytes, far more than any kind needs. */
const enough = 4_096;

const unusable = (name: string, file: string, why: string): DownpourError =>
  new DownpourError('FILE_UNUSABLE', 400, `Cannot write ${name} to ${file}: ${why}`);
