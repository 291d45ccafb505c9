import assert from 'node:assert/strict';
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  checkOutput,
  type OutputKind,
  pageKind,
  parquetKind,
  runDocumentKind,
} from '../../../bin/files/output-file.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { formats } from '../../../lib/report/formats/formats.ts';
import { pageAssets } from '../../../lib/report/page/page-assets.ts';
import { reportPage } from '../../../lib/report/page/report-page.ts';
import { recordOf } from '../../driver/run/records.ts';
import { scratchDir } from '../../local/scratch.ts';

suite('an output', () => {
  test('is never a file that the command reads, whatever its name', async (t) => {
    const folder = scratchDir(t);
    const at = (name: string): string => join(folder, name);
    const input = at('run.json');
    await writeFile(input, JSON.stringify(runDocument(recordOf())));
    await mkdir(at('sub'));
    await symlink(input, at('link.json'));
    await link(input, at('hard.json'));
    for (const name of [input, at('sub/../run.json'), at('link.json'), at('hard.json')])
      await assert.rejects(checkOutput(name, runDocumentKind, ['last', at('none'), input]), {
        code: 'FILE_UNUSABLE',
        status: 400,
        message: `Cannot write the run document to ${name}: this command reads ${input}, which is the same file; name another file`,
      });
    await checkOutput(at('other.json'), runDocumentKind, [input]);
    await checkOutput(input, runDocumentKind, ['last']);
  });

  test('replaces an earlier output of its kind, and nothing else', async (t) => {
    const folder = scratchDir(t);
    const run = runDocument(recordOf());
    const kinds: [string, OutputKind, string | Uint8Array][] = [
      ['run', runDocumentKind, `${JSON.stringify(run)}\n`],
      ['no run', runDocumentKind, '{"event":"result","at":1,"exitCode":1,"state":"failed"}\n'],
      ['laid out', runDocumentKind, JSON.stringify(run, null, 2)],
      ['page', pageKind, reportPage({ run, assets: await pageAssets() })],
      ['parquet', parquetKind, 'PAR1…'],
    ];
    for (const { name, begins, write } of formats) {
      const written = await write(run);
      if (begins === undefined || !(typeof written === 'string' || written instanceof Uint8Array)) continue;
      kinds.push([name, { name, begins }, written]);
    }
    const others: [string, string | Uint8Array][] = [
      ['a benchmark', 'name: shop\nhttp: { host: http://localhost }\n'],
      ['a benchmark in JSON', '{"name":"shop","http":{"host":"http://localhost"},"phases":[]}'],
      ['a benchmark with a schema', '{"$schema":"../schema/editor.schema.json","name":"shop"}'],
      ['a package', '{\n  "name": "shop",\n  "version": "1.0.0"\n}'],
      ['a project of Maven', '<?xml version="1.0" encoding="UTF-8"?>\n<project>\n</project>\n'],
      ['a page', '<!doctype html>\n<html lang="en">\n<head>\n<title>mine</title>'],
      ['a README', '# Shop\n\n## Use\n'],
      ['notes', '## Notes\n'],
      ['a table', 'email,password\na,b\n'],
      ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
      ['one character', 'x'],
    ];
    const location = join(folder, 'out');
    const takes = async (kind: OutputKind, content: string | Uint8Array): Promise<boolean> => {
      await writeFile(location, content);
      const taken = await checkOutput(location, kind).then(
        () => true,
        (error: Error) => !/the file has other contents, which would be lost/.test(error.message),
      );
      assert.deepEqual(await readFile(location), Buffer.from(content), 'a check changes nothing');
      return taken;
    };
    for (const [name, kind, own] of kinds) {
      assert.ok(await takes(kind, own), `${name} takes its own`);
      assert.ok(await takes(kind, ''), `${name} takes an empty file`);
      for (const [what, other] of others) assert.ok(!(await takes(kind, other)), `${name} takes ${what}`);
      for (const [what, { begins }, other] of kinds)
        if (String(begins) !== String(kind.begins))
          assert.ok(!(await takes(kind, other)), `${name} takes ${what}`);
    }
  });

  test('is found out without leaving a file', async (t) => {
    const folder = scratchDir(t);
    await checkOutput(join(folder, 'run.json'), runDocumentKind);
    assert.deepEqual(await readdir(folder), []);
    await checkOutput('/dev/null', runDocumentKind, ['/dev/null']);
  });
});
