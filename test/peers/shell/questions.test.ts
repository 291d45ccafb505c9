import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** At a terminal, `npm run deploy` asks for what is missing. The program `script` makes a terminal. */

const folder = mkdtempSync(join(tmpdir(), 'questions-'));
after(() => rmSync(folder, { recursive: true }));

const endOfInput = '\x04';

/** Starts a program at a terminal, presses Ctrl-D at its first question, and returns what it showed. */
async function shownBy(program: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../../bin/${program}.ts`, import.meta.url));
  const command = [process.execPath, path, '--deployments', folder].join(' ');
  const env = { ...process.env, AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y', AWS_REGION: 'eu-west-1' };
  const child = spawn('script', ['-qec', `${command}; echo "code $?"`, '/dev/null'], { env });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!shown.includes('?') && text.includes('?')) child.stdin.write(endOfInput);
    shown += text;
  });
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return shown;
}

test('deploy asks for the stage, and Ctrl-D ends it', async () => {
  assert.match(await shownBy('deploy'), /Which stage\? \[.*interrupted at a question.*code 130/s);
});
