import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Signs } from '../../../bin/terminal/activity-indicator.ts';
import { captured } from '../captured.ts';
import { opened } from './opened.ts';

test('a pipe gets a line at once, one with each new text, and one each second, until the end', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  t.mock.method(performance, 'now', () => Date.now());
  const { terminal, text } = captured();
  const signs = new Signs(terminal);
  assert.equal(text(), '');
  signs.say('Getting ready');
  assert.equal(text(), 'Getting ready\n');
  t.mock.timers.tick(1_000);
  signs.say('Building');
  t.mock.timers.tick(1_000);
  t.mock.timers.tick(1_000);
  signs.end();
  const all = 'Getting ready\nGetting ready, 1 s\nBuilding, 1 s\nBuilding, 2 s\nBuilding, 3 s\n';
  assert.equal(text(), all);
  t.mock.timers.tick(5_000);
  signs.end();
  assert.equal(text(), all);
});

test('a terminal has one line, which is drawn again and gone at the end', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  t.mock.method(performance, 'now', () => Date.now());
  const { terminal, written } = opened({ columns: 80 });
  {
    using signs = new Signs(terminal);
    signs.say('Building');
    assert.equal(written(), 'Building\x1b[K\n\x1b[J');
    t.mock.timers.tick(1_000);
    assert.equal(written(), '\x1b[1A\rBuilding, 1 s\x1b[K\n\x1b[J');
  }
  assert.equal(written(), '\x1b[1A\r\x1b[J');
  t.mock.timers.tick(5_000);
  assert.equal(written(), '');
});

test('signs without output leave the picture of a command', () => {
  const { terminal, written } = opened({});
  terminal.draw(['picture']);
  written();
  new Signs(terminal).end();
  assert.equal(written(), '');
});
