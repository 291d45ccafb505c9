import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressMax, addressOf, loginAddress, movedTo, screenAt } from '../../lib/web/addresses/table.ts';

test('an address that is offered as a link is no longer than old browsers and mail programs pass on', () => {
  assert.ok(addressMax <= 2_083);
});

test('the sign-in returns to an address, and never to itself', () => {
  assert.equal(loginAddress('/runs?text=a'), '/login?next=/runs%3Ftext%3Da');
  // These addresses get no `next`. After a sign-out, for example, the browser already shows the sign-in.
  for (const own of ['/login', '/login?next=/runs', '/']) assert.equal(loginAddress(own), '/login');
});

test('the address of a screen leads to the screen', () => {
  for (const [screen, parameters, path] of [
    ['runs', {}, '/runs'],
    ['run', { id: '12' }, '/run/12'],
    ['testPart', { id: 'a/b', part: 'labels' }, '/test/a%2Fb/labels'],
  ] as const) {
    assert.equal(addressOf(screen, parameters), path);
    assert.deepEqual(screenAt(path), { screen, parameters: { ...parameters } });
  }
  for (const none of ['/none', '/run/%', '/run/12/none']) assert.equal(screenAt(none), undefined);
});

test('an address of the original server has a new one', () => {
  for (const [old, path] of [
    ['/run/12?query=$.info', '/run/12/ask?q=$.info'],
    ['/run/12#run', '/run/12/data'],
    ['/test/3#changes', '/test/3/changes'],
    ['/test', '/tests'],
    ['/run/list', '/runs'],
    ['/schema', '/schemas'],
    ['/usersettings', '/me'],
    ['/run/12', undefined],
    ['/test/3', undefined],
  ])
    assert.equal(movedTo(new URL(`http://a${old}`)), path);
});
