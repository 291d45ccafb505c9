import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { documentFiles } from '../../../bin/document/document-files.ts';
import { check } from '../../../bin/document/read-document.ts';
import { attaching } from '../../../lib/driver/scenario/files/limits.ts';
import { scratchDir, suiteScope } from '../../local/scratch.ts';

/**
 * The files of a document are read only from its folder. For a file that cannot be used, the message has the
 * reason.
 */

suite('files in the folder of a document', () => {
  const root = scratchDir(suiteScope());
  const folder = join(root, 'bench');
  mkdirSync(join(folder, 'data'), { recursive: true });
  const document = join(folder, 'd.hf.yaml');
  writeFileSync(join(root, 'secret.txt'), 'outside');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  writeFileSync(join(folder, 'data/b.txt'), 'two\n');
  symlinkSync('a.txt', join(folder, 'inside.txt'));
  symlinkSync('../secret.txt', join(folder, 'outside.txt'));
  symlinkSync(root, join(folder, 'up'));
  symlinkSync('loop.txt', join(folder, 'loop.txt'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const sized = (name: string, bytes: number): string => {
    writeFileSync(join(folder, name), '');
    truncateSync(join(folder, name), bytes);
    return name;
  };

  test('are read as they are, with their hash and size', async () => {
    const { contents, problems, refs } = await documentFiles(document, [
      'a.txt',
      './data/b.txt',
      'inside.txt',
    ]);
    assert.equal(problems.size, 0);
    assert.deepEqual(
      [...contents].map(([path, content]) => [path, Buffer.from(content).toString()]),
      [
        ['a.txt', 'one\n'],
        ['./data/b.txt', 'two\n'],
        ['inside.txt', 'one\n'],
      ],
    );
    const sha256 = createHash('sha256').update('one\n').digest('hex');
    assert.deepEqual(refs[0], { path: 'a.txt', sha256, bytes: 4 });
    assert.deepEqual(refs[2], { path: 'inside.txt', sha256, bytes: 4 });
  });

  for (const [path, why] of [
    ['none.txt', `does not exist in ${folder}; create the file, or correct its path`],
    ['a.txt/b', `does not exist in ${folder}; create the file, or correct its path`],
    ['data', 'is a folder; write the path of a file'],
    ['pipe', 'is not a regular file'],
    ['outside.txt', `is a link that leads out of ${folder}: copy the file into that folder`],
    ['up/secret.txt', `is a link that leads out of ${folder}: copy the file into that folder`],
    ['loop.txt', 'is a link that leads to itself'],
  ] as const)
    test(`refuses ${path}, which ${why.split(' ').slice(0, 4).join(' ')}`, async () => {
      const { contents, problems } = await documentFiles(document, [path, 'a.txt']);
      assert.deepEqual([...contents.keys()], ['a.txt']);
      assert.deepEqual([...problems], [[path, `file '${path}' ${why}`]]);
    });

  const secret = 'MARK-secret';
  const hidden = ['.env', '.git/config', 'data/.netrc', '.downpour/admin.key', 'conf/.d/x'] as const;
  for (const path of hidden) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), secret);
  }
  // A data folder under another name, and a document inside a data folder.
  for (const path of ['load/admin.key', 'load/objects/a', 'kept/tables/runs.log', 'kept/objects/deep/b']) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), secret);
  }
  symlinkSync('.env', join(folder, 'plain.csv'));
  symlinkSync('.git', join(folder, 'git'));
  symlinkSync('a.txt', join(folder, '.alias'));
  symlinkSync('load/admin.key', join(folder, 'users.csv'));

  for (const [path, why] of [
    ...hidden.map((path) => [path, /names begin with a dot/] as const),
    ['./data/../.env', /names begin with a dot/],
    ['plain.csv', /leads to '\.env', and files and folders whose names begin with a dot/],
    ['git/config', /leads to '\.git\/config'/],
    ['.alias', /names begin with a dot/],
    ['load/admin.key', /bench\/load is a data folder of Downpour/],
    ['load/objects/a', /bench\/load is a data folder/],
    ['kept/tables/runs.log', /bench\/kept is a data folder/],
    ['kept/objects/deep/b', /bench\/kept is a data folder/],
    ['users.csv', /bench\/load is a data folder/],
  ] as const)
    test(`refuses ${path}, which is probably a secret, unless that is allowed`, async () => {
      const { contents, problems, named } = await documentFiles(document, [path]);
      assert.deepEqual([contents.size, named], [0, []]);
      assert.match(problems.get(path) ?? '', why);
      assert.match(
        problems.get(path) ?? '',
        /^file '.*' is not read: .*; add --allow-files to send this file$/,
      );
      const allowed = await documentFiles(document, [path], true);
      assert.deepEqual([allowed.contents.size, allowed.problems.size, allowed.named.length], [1, 0, 1]);
    });

  test('refuses files of a document in a data folder', async () => {
    const { problems } = await documentFiles(join(folder, 'kept/objects/d.hf.yaml'), ['deep/b']);
    assert.match(problems.get('deep/b') ?? '', /bench\/kept is a data folder/);
  });

  test('takes a folder whose path has a dot above the document', async () => {
    mkdirSync(join(root, '.work'), { recursive: true });
    writeFileSync(join(root, '.work/a.csv'), 'a');
    const { contents } = await documentFiles(join(root, '.work/d.hf.yaml'), ['a.csv', './a.csv']);
    assert.equal(contents.size, 2);
  });

  test('are named as they are, with where a link leads', async () => {
    const { named } = await documentFiles(document, ['a.txt', './data/b.txt', 'inside.txt']);
    assert.deepEqual(named, ['a.txt (4 B)', './data/b.txt (4 B)', 'inside.txt, which is a.txt (4 B)']);
  });

  test('larger than allowed (200 MB) is rejected by its size, before any of it is read', async () => {
    const path = sized('huge.csv', 200_000_000);
    const before = process.memoryUsage().arrayBuffers;
    const { contents, problems } = await documentFiles(document, [path]);
    assert.equal(contents.size, 0);
    assert.match(
      problems.get(path) ?? '',
      /^file 'huge\.csv' has 200 MB, and a load generator can keep at most 50\.0 MB .*use a part/,
    );
    assert.ok(process.memoryUsage().arrayBuffers - before < 50_000_000);
  });

  test('are bounded together, in bytes and in number', async () => {
    const large = [1, 2, 3].map((n) => sized(`large${n}.csv`, 40_000_000));
    const sizes = await documentFiles(document, [...large, 'a.txt']);
    assert.deepEqual([...sizes.contents.keys()], ['large1.csv', 'large2.csv', 'a.txt']);
    assert.match(
      sizes.problems.get('large3.csv') ?? '',
      /has 40\.0 MB, and together with the files before it that is more than 100 MB, the limit for all files of a document/,
    );
    const paths = Array.from({ length: attaching.filesMax + 2 }, (_, n) => `${'./'.repeat(n)}a.txt`);
    const many = await documentFiles(document, paths);
    assert.deepEqual([many.contents.size, many.problems.size], [attaching.filesMax, 2]);
    assert.match(
      [...many.problems.values()][0] ?? '',
      /is one file too many: a document may name at most 100/,
    );
  });

  test('are in the plan, and their problems are reported at their lines with all others', async () => {
    const text = (file: string, more = '') =>
      `name: n\nhttp: { host: localhost, sharedConnections: 1 }\nusersPerSec: 1\nduration: 1s\nscenario:\n- main:\n  - randomItem: { toVar: v, file: ${file} }\n  - httpRequest: { GET: /${more} }\n`;
    const good = await check(document, text('!param F a.txt'), { param: { F: 'data/b.txt' } });
    assert.deepEqual(
      good.plan?.files?.map(({ path, bytes }) => [path, bytes]),
      [['data/b.txt', 4]],
    );
    assert.deepEqual([...good.files.keys()], ['data/b.txt']);
    const { plan, problems } = await check(document, text('none.txt', ', x: 1'), { param: {} });
    assert.equal(plan, undefined);
    assert.deepEqual(
      problems.map(({ line, message }) => [line, message.slice(0, 30)]),
      [
        [7, "file 'none.txt' does not exist"],
        [8, "unknown property 'x'"],
      ],
    );
  });
});
