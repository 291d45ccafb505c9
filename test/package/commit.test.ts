import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { project } from '../../lib/project.ts';
import { scratchDir } from '../local/scratch.ts';

/** Downpour reads the commit of a clone from the files of Git, because the program may be missing. */

const [one, other] = ['1'.repeat(40), '2'.repeat(40)];
const packed = `# pack-refs with: peeled fully-peeled sorted \n${other} refs/heads/a\n${one} refs/heads/main\n^${other}\n`;

const clones: readonly (readonly [what: string, files: Readonly<Record<string, string>>, commit: string])[] =
  [
    [
      'a branch in a file',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${one}\n` },
      one,
    ],
    [
      'a branch among packed ones',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': packed },
      one,
    ],
    [
      'a branch that has moved on since it was packed',
      {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/packed-refs': packed,
        '.git/refs/heads/main': `${other}\n`,
      },
      other,
    ],
    ['no branch', { '.git/HEAD': `${one}\n` }, one],
    [
      'a further work tree',
      {
        '.git': 'gitdir: main/.git/worktrees/here\n',
        'main/.git/worktrees/here/HEAD': 'ref: refs/heads/main\n',
        'main/.git/worktrees/here/commondir': '../..\n',
        'main/.git/packed-refs': packed,
      },
      one,
    ],
    [
      'a branch without a commit',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': '' },
      'unknown',
    ],
    ['no repository', {}, 'unknown'],
  ];

for (const [what, files, commit] of clones)
  test(`the commit of ${what} is found`, async (t) => {
    const root = scratchDir(t);
    for (const [file, text] of Object.entries({ 'package.json': '{}', 'bin/downpour.ts': '', ...files })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    mkdirSync(join(root, 'lib'), { recursive: true });
    copyFileSync(join(project, 'lib/project.ts'), join(root, 'lib/project.ts'));
    const copy = await import(pathToFileURL(join(root, 'lib/project.ts')).href);
    assert.equal(copy.commit(), commit);
  });
