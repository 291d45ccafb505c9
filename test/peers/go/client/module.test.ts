import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { project } from '../../../../lib/project.ts';
import { scratchDir, suiteScope } from '../../../local/scratch.ts';
import { type GateStage, gateStage, holdGate } from '../../gate.ts';

/** The client for Go as a module of another program, as its README describes it. */

const run = promisify(execFile);
const source = join(project, 'clients', 'go');

suite('the module of the client for Go', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let folder = '';
  let stage: GateStage;
  let blocks: readonly (readonly [string, string])[] = [];

  before(async () => {
    const above = scratchDir(scope);
    folder = join(above, 'program');
    await mkdir(folder);
    await cp(source, join(above, 'downpour', 'clients', 'go'), { recursive: true });
    const readme = await readFile(join(source, 'README.md'), 'utf8');
    blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => [kind, text]);
    await writeFile(join(folder, 'main.go'), program(of('go').join('')));
    stage = await gateStage(scope);
  });

  const of = (kind: string): readonly string[] =>
    blocks.filter(([each]) => each === kind).map(([, text]) => text);

  test('is installed by the commands of the README, and its blocks run', async () => {
    await run('go', ['mod', 'init', 'example.test/program'], { cwd: folder });
    await run('sh', ['-ec', of('sh').join('')], { cwd: folder, env: { ...process.env, GOPROXY: 'off' } });
    const { url, apiKey, files } = stage;
    const { stdout } = await run('go', ['run', 'main.go', url, apiKey, files.works], { cwd: folder });
    assert.match(stdout, /^1\.10 1\.1$/m);
    assert.match(stdout, /^404 .*999.* \S+$/m);
    assert.match(stdout, /^main \d+ \d+/m);
  });

  test('gates a burst', async () => {
    const built = join(folder, 'gate');
    await cp(join(project, 'examples', 'clients', 'gate.go'), join(folder, 'gate.go'));
    await run('go', ['build', '-o', built, 'gate.go'], { cwd: folder });
    await holdGate(stage, built, [], folder);
  });

  test('has a main of at most 15 lines', async () => {
    const gate = await readFile(join(project, 'examples', 'clients', 'gate.go'), 'utf8');
    const [, main = ''] = /^func main\(\) \{\n(.*?)^\}/ms.exec(gate) ?? [];
    assert.ok(main.split('\n').length - 1 <= 15, main);
  });

  test('is as gofmt and staticcheck want it', async () => {
    const own = [source, import.meta.dirname, join(project, 'examples', 'clients')];
    const { stdout } = await run('gofmt', ['-l', ...own]);
    assert.equal(stdout, '');
    const tool = ['tool', '-modfile', join(import.meta.dirname, 'go.mod'), 'staticcheck', './...'];
    for (const cwd of own.slice(0, 2)) await run('go', tool, { cwd });
  });
});

const program = (body: string): string => `package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	downpour "downpour.local/client"
)

func main() {
	document, err := os.ReadFile(os.Args[3])
	if err == nil {
		err = use(context.Background(), os.Args[1], os.Args[2], string(document))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func use(ctx context.Context, url, key, benchmark string) error {
${body}
	return nil
}
`;
