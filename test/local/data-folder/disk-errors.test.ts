import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataRefusal, storageRefusal } from '../../../lib/local/data-folder/disk-errors.ts';

/** A store names the reason for an error of its disk, and leaves other errors as they are. */

const failed = (code: string, message = code) => Object.assign(new Error(message), { code });
const database = (words: string) => failed('LEVEL_IO_ERROR', `IO error: /d/tables/000003.log: ${words}`);

const rows: readonly (readonly [error: Error, refusal: readonly [number, string, RegExp] | undefined])[] = [
  [failed('ENOSPC'), [507, 'InsufficientStorage', /^The disk is full$/]],
  [database('No space left on device'), [507, 'InsufficientStorage', /^The disk is full$/]],
  [failed('EACCES'), [500, 'StorageUnusable', /^no permission$/]],
  [failed('EPERM'), [500, 'StorageUnusable', /^no permission$/]],
  [failed('EROFS'), [500, 'StorageUnusable', /^the file system is read-only$/]],
  [database('Read-only file system'), [500, 'StorageUnusable', /^the file system is read-only$/]],
  [failed('EIO'), [500, 'StorageUnusable', /^the disk reports an error/]],
  [database('Input/output error'), [500, 'StorageUnusable', /^the disk reports an error/]],
  [failed('EXDEV'), [500, 'StorageUnusable', /^a part of it is on another file system$/]],
  [failed('ENOENT'), [500, 'StorageUnusable', /^a file or a folder in it is missing$/]],
  [failed('EMFILE'), [500, 'StorageUnusable', /^This shell lets a process open too few files/]],
  [failed('ECONNRESET'), undefined],
  [new Error('File exists'), undefined],
];

for (const [error, refusal] of rows)
  test(`${error.message} ${refusal === undefined ? 'is no error of the disk' : `is ${refusal[1]}`}`, () => {
    const refused = storageRefusal(error);
    if (refusal === undefined) return assert.equal(refused, undefined);
    const [status, code, means] = refusal;
    assert.deepEqual([refused?.status, refused?.code], [status, code]);
    assert.match(refused?.message ?? '', means);
  });

test('a full disk and a limit of the shell have their own next steps', () => {
  const says = (error: Error) => dataRefusal(error, 'data')?.message ?? '';
  assert.match(says(failed('ENOSPC')), /Delete files to make space, then start Downpour again$/);
  assert.match(says(database('File too large')), /Raise this limit, then start Downpour again$/);
});
