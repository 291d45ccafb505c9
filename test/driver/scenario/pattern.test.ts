import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { RunningSequence, Session, Value } from '../../../lib/driver/model/session.ts';
import { checkPattern, compilePattern } from '../../../lib/driver/scenario/pattern.ts';
import { Scope } from '../../../lib/driver/scenario/scope.ts';
import { Slots, Variables } from '../../../lib/driver/scenario/variables.ts';

const values = { s: 'a b/č', n: 42, neg: -7, url: 'x?y=1&z', b64: 'xI0=' };

function evaluate(pattern: string): string {
  const slots = new Slots();
  const source = compilePattern(pattern, new Variables(slots, 0));
  const session = { slots: [] as Value[] } as Partial<Session> as Session;
  for (const [name, value] of Object.entries(values)) session.slots[slots.of(name)] = value;
  return source(session, {} as RunningSequence);
}

function problemsOf(pattern: string): readonly string[] {
  const findings = new Findings();
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  const scope = new Scope(
    { targets: [], ergonomics, findings },
    { parseSteps: () => [], parseParts: () => [] },
  );
  checkPattern(pattern, ['path'], scope);
  return findings.list.map((finding) => finding.message);
}

describe('a pattern puts variables into text', () => {
  const rows: readonly (readonly [pattern: string, text: string])[] = [
    ['', ''],
    ['plain', 'plain'],
    ['${n}', '42'],
    ['${ n }', '42'],
    ['a${n}b', 'a42b'],
    ['${s}-${n}-${neg}', 'a b/č-42--7'],
    ['$${n}', '${n}'],
    ['cost $5 ${n}', 'cost $5 42'],
    ['${urlencode:s}', 'a+b%2F%C4%8D'],
    ['${URLENCODE:url}', 'x%3Fy%3D1%26z'],
    ['${base64encode:s}', 'YSBiL8SN'],
    ['${base64decode:b64}', 'č'],
    ['${%04d:n}', '0042'],
    ['${%04d:neg}', '-007'],
    ['${%5d:n}|', '   42|'],
    ['${%-5d:n}|', '42   |'],
    ['${%X:n}', '2A'],
    ['${%x:neg}', 'fffffff9'],
    ['${%o:n}', '52'],
    ['${replace/b/X/:url}', 'x?y=1&z'],
    ['${replace/[xyz]/Q/:url}', 'Q?y=1&z'],
    ['${replace/[xyz]/Q/g:url}', 'Q?Q=1&Q'],
    ['${replace|(\\d)|<$1>|g:url}', 'x?y=<1>&z'],
  ];
  for (const [pattern, text] of rows) {
    it(`${JSON.stringify(pattern)} gives ${JSON.stringify(text)}`, () => {
      assert.deepEqual(problemsOf(pattern), []);
      assert.equal(evaluate(pattern), text);
    });
  }

  it('throws when a variable is not set', () => {
    assert.throws(() => evaluate('${missing}'), /variable 'missing' is not set/);
  });
});

describe('a malformed pattern is refused at load', () => {
  const rows: readonly (readonly [pattern: string, problem: RegExp])[] = [
    ['${n', /'\$\{' at character 1 without its '\}'/],
    ['ab${n', /at character 3/],
    ['${upper:s}', /unknown format 'upper'/],
    ['${replace/a/b:s}', /malformed replace/],
    ['${replace/a/b/gx:s}', /replace with the unknown flags 'gx', expected g or none/],
    ['${replace/(/b/:s}', /invalid regular expression/],
  ];
  for (const [pattern, problem] of rows) {
    it(JSON.stringify(pattern), () => {
      assert.match(problemsOf(pattern).join('; '), problem);
    });
  }
});
