import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addressOf } from '../../../lib/import/draft/address.ts';
import { Draft, notSet, partsMax } from '../../../lib/import/draft/draft.ts';
import {
  camelCase,
  fileStem,
  parameterName,
  UniqueNames,
  variableName,
} from '../../../lib/import/draft/names.ts';
import {
  changeLiterals,
  patternOf,
  placeholder,
  variablesOf,
} from '../../../lib/import/draft/placeholders.ts';
import { printable, printableUrl, requestFrom, type Sent } from '../../../lib/import/draft/request.ts';
import {
  isSecretValue,
  withoutBodySecrets,
  withoutHeaderSecret,
  withoutQuerySecrets,
} from '../../../lib/import/draft/secrets.ts';
import { isSecretName } from '../../../lib/words.ts';

/** The parts that all drafts have in common: names, addresses, requests, and texts without secrets. */

suite('names', () => {
  test('are in camel case, of letters and digits of any script, 60 at most', () => {
    for (const [text, name] of [
      ['Add to cart', 'addToCart'],
      ['GET /a-b_c', 'getABC'],
      ['HTTP', 'http'],
      ['über Straße', 'überStraße'],
      ['--', ''],
      [`${'a'.repeat(59)} bc`, `${'a'.repeat(59)}B`],
    ] as const)
      assert.equal(camelCase(text), name);
    assert.equal(fileStem(`${'a'.repeat(59)}-bc`).length, 60);
    assert.deepEqual([fileStem('--Shop.Example:8080/'), fileStem('//')], ['shop-example-8080', 'benchmark']);
  });

  test('can be read by a pattern if they name variables and parameters', () => {
    assert.deepEqual(['access token', '1st', '产品', 'aé'].map(variableName), [
      'accessToken',
      'value1st',
      'value',
      'a',
    ]);
    assert.deepEqual(['accessToken', 'x1Y', 'a'].map(parameterName), ['ACCESS_TOKEN', 'X1_Y', 'A']);
  });

  test('of a source are never those of the host and the rate, which each document has', () => {
    const draft = new Draft();
    for (const name of ['host', 'rate']) draft.secret(name, 'a', 'b');
    const kinds = { kind: 'parameter', fallback: notSet };
    assert.deepEqual(
      [...draft.variables],
      [
        ['host2', { ...kinds, parameter: 'HOST2' }],
        ['rate2', { ...kinds, parameter: 'RATE2' }],
      ],
    );
  });

  test('are unique, counted from 2, and never a used name', () => {
    const names = new UniqueNames('reserved');
    const taken = ['a', 'a', 'a', 'reserved', 'b2', 'b', 'b', 'a'].map((name) => names.take(name));
    assert.deepEqual(taken, ['a', 'a2', 'a3', 'reserved2', 'b2', 'b', 'b3', 'a4']);
    assert.equal(
      names.take('a', (count) => `a (${count})`),
      'a (5)',
    );
  });
});

suite('an address', () => {
  test('without a scheme is http for this machine and https for the rest', () => {
    for (const [text, origin, guessed] of [
      ['localhost', 'http://localhost', true],
      ['LOCALHOST:80/', 'http://localhost', true],
      ['a.localhost:8080', 'http://a.localhost:8080', true],
      ['[::1]:81', 'http://[::1]:81', true],
      ['127.9.9.9', 'http://127.9.9.9', true],
      ['128.0.0.1', 'https://128.0.0.1', true],
      ['127.example.com', 'https://127.example.com', true],
      ['notlocalhost', 'https://notlocalhost', true],
      ['http://shop.example', 'http://shop.example', false],
      ['HTTPS://shop.example:443', 'https://shop.example', false],
      ['shop.example:65535', 'https://shop.example:65535', true],
      ['shop.example:1', 'https://shop.example:1', true],
    ] as const) {
      const address = addressOf(text);
      assert.ok('origin' in address, text);
      assert.deepEqual([address.origin, address.guessed], [origin, guessed], text);
    }
    for (const port of [0, 65536]) assert.ok('wrong' in addressOf(`shop.example:${port}`));
    assert.deepEqual(addressOf(`http://${placeholder('host')}/`), {
      wrong: 'its host is a variable without a value',
    });
  });

  test('keeps its path as it was written, without what never travels', () => {
    for (const [text, path, credentials] of [
      ['http://a', '/', undefined],
      ['http://a?b=%20 c', '/?b=%20 c', undefined],
      ['http://a/../b/./c?d#e?f', '/../b/./c?d', undefined],
      [' http://u:p@q@a/x ', '/x', 'u:p@q'],
    ] as const) {
      const address = addressOf(text);
      assert.ok('path' in address, text);
      assert.deepEqual([address.path, address.credentials], [path, credentials], text);
    }
  });
});

suite('a request', () => {
  const made = (sent: Partial<Sent>, draft = new Draft()) => {
    const request = requestFrom(draft, { method: 'GET', url: 'http://localhost/', headers: [], ...sent });
    return 'wrong' in request ? request.wrong : request;
  };
  const headersOf = (...headers: Sent['headers']) => {
    const request = made({ headers });
    return typeof request === 'string' ? request : request.headers;
  };

  test('has each header once, lists joined as HTTP joins them', () => {
    assert.deepEqual(headersOf(['Accept', 'a'], ['accept', 'b'], ['X', '1']), [
      ['Accept', 'a, b'],
      ['X', '1'],
    ]);
    const draft = new Draft();
    const cookies = [
      ['Cookie', 'a=1'],
      ['cookie', 'b=2'],
    ] as const;
    made({ headers: cookies }, draft);
    assert.deepEqual([...draft.secrets.values()], [["header 'cookie'"]]);
  });

  test('is refused with a header that HTTP does not allow', () => {
    for (const [name, value] of [
      ['a:b', 'x'],
      ['', 'x'],
      ['a', 'x\n'],
      ['a', '\u007f'],
      ['a', 'Ā'],
    ] as const)
      assert.match(
        String(headersOf([name, value])),
        /^its header '.*' has characters that HTTP does not allow$/,
      );
    for (const value of ['', '\t ~', '\u0080ÿ', placeholder('Ā')])
      assert.deepEqual(headersOf(['a', value]), [['a', value]]);
  });

  test('takes a user from its address, unless a header says who it is', () => {
    const named = (headers: Sent['headers']) => {
      const draft = new Draft();
      made({ url: 'http://ann:pw@localhost/', headers }, draft);
      return [...draft.secrets.values()];
    };
    assert.deepEqual(named([]), [["header 'authorization', as 'Basic ...'"]]);
    assert.deepEqual(named([['Authorization', 'Bearer x']]), [["header 'authorization', as 'Bearer ...'"]]);
  });

  test('has no body when it is empty, and is rejected with a body that is no text', () => {
    const body = (text: string) => {
      const request = made({ method: 'post', body: text });
      return typeof request === 'string' ? request : (request.body ?? request.method);
    };
    assert.deepEqual([body(''), body('a')], ['POST', 'a']);
    for (const text of ['\0', 'a\uFFFD'])
      assert.equal(body(text), 'its body is binary, and a benchmark document can contain only text');
  });

  test('is named after its method and path: without query, reads in braces, 80 characters of a path at most', () => {
    const metric = (path: string) => {
      const request = made({ url: `http://localhost${path}` });
      return typeof request === 'string' ? request : request.metric;
    };
    assert.equal(metric(`/a/${placeholder('id', 'urlencode')}/b?c=${placeholder('d')}`), 'GET /a/{id}/b');
    assert.equal(metric(`/${'a'.repeat(79)}`), `GET /${'a'.repeat(79)}`);
    assert.equal(metric(`/${'a'.repeat(80)}`), `GET /${'a'.repeat(78)}…`);
  });

  test('is shown in one line, without what may be secret', () => {
    assert.equal(printable(' a\n\tb\u2028c '), 'a b c');
    assert.deepEqual(
      [printable('a'.repeat(100)), printable('a'.repeat(101))],
      ['a'.repeat(100), `${'a'.repeat(99)}…`],
    );
    assert.equal(printableUrl('http://ann:pw@localhost/a?b=c#d'), 'http://localhost/a');
    assert.equal(printableUrl('ann:pw@localhost/a@b'), 'localhost/a@b');
  });
});

suite('texts', () => {
  const read = placeholder('x');

  test('keep their reads apart', () => {
    assert.equal(patternOf(`\${a} ${read} ${placeholder('y', 'urlencode')}`), '$${a} ${x} ${urlencode:y}');
    assert.deepEqual(variablesOf(`a${read}b${placeholder('y', 'urlencode')}`), ['x', 'y']);
    assert.equal(
      changeLiterals(`a${read}b`, (text) => text.toUpperCase()),
      `A${read}B`,
    );
  });

  test('are secret by their names, also in other spellings, and not by accident', () => {
    const secret = [
      'Password',
      'X-API-Key',
      'access_token',
      'pwd',
      'PIN',
      'JSESSIONID',
      'card-number',
      'Cookie',
    ];
    const open = ['spin', 'pinned', 'author', 'keyword', 'key2', 'session-length', 'sidebar', 'compass'];
    assert.deepEqual([...secret, ...open].filter(isSecretName), secret);
    assert.ok(isSecretValue('a eyJhbGciOiJI.eyJzdWIiOiJh.'));
    assert.ok(!isSecretValue('eyJhbGciOiJI.eyJzdWI.'));
  });

  test('lose the secrets of headers, but not their placeholders', () => {
    const draft = new Draft();
    const header = (name: string, value: string) => withoutHeaderSecret(draft, name, value);
    for (const [name, value] of [
      ['accept', 'secret'],
      ['authorization', ''],
      ['authorization', read],
      ['authorization', `Bearer ${read}`],
      ['referer', 'http://a/?b=c'],
    ] as const)
      assert.equal(header(name, value), value);
    for (const value of ['abc', `abc ${read}`, 'Bearer']) assert.match(header('X-Token', value), /^\uFDD0/);
    assert.ok(!header('Referer', 'http://a/?token=abc').includes('abc'));
    assert.deepEqual(
      [...draft.secrets.values()].flat().filter((what) => !what.startsWith("header 'x-token'")),
      ["query parameter 'token'"],
    );
  });

  test('lose the secrets of queries, forms and JSON, and nothing else', () => {
    const draft = new Draft();
    const shape = (text: string): string => text.replace(/\uFDD0([^\uFDD1]*)\uFDD1/g, '{$1}');
    const query = shape(withoutQuerySecrets(draft, '/token=1?a=1&password=x&to%6ben=y&token=&b&sid=a=b'));
    assert.match(
      query,
      /^\/token=1\?a=1&password=\{urlencode:\w+\}&to%6ben=\{urlencode:\w+\}&token=&b&sid=\{\S+\}$/,
    );
    const form = 'application/x-www-form-urlencoded; charset=utf-8';
    assert.match(shape(withoutBodySecrets(draft, 'a=1&pin=2', form)), /^a=1&pin=\{urlencode:\w+\}$/);
    assert.equal(withoutBodySecrets(draft, 'a=1&pin=2', 'text/plain'), 'a=1&pin=2');
    const json = `{"a": "x", "pin" : 12.5, "password":"p\\"q", "token":"${read}", "pin": true}`;
    assert.match(
      shape(withoutBodySecrets(draft, json, 'application/json')),
      /^\{"a": "x", "pin" : \{\w+\}, "password":"\{\w+\}", "token":"\{x\}", "pin": true\}$/,
    );
  });

  test('keep a number of tokens, and lose a list of them', () => {
    const draft = new Draft();
    const chat = '{"max_tokens": 100, "maxTokens":"2"}';
    assert.equal(withoutBodySecrets(draft, chat, 'application/json'), chat);
    assert.equal(withoutQuerySecrets(draft, '/chat?max_tokens=100'), '/chat?max_tokens=100');
    const part = '--b\r\nContent-Disposition: form-data; name="max_tokens"\r\n\r\n100\r\n--b--\r\n';
    assert.equal(withoutBodySecrets(draft, part, 'multipart/form-data; boundary=b'), part);
    assert.equal(draft.secrets.size, 0);
    assert.match(withoutQuerySecrets(draft, '/?tokens=abc,1'), /^\/\?tokens=\uFDD0/);
    assert.match(withoutQuerySecrets(draft, '/?token=100'), /^\/\?token=\uFDD0/);
  });

  test('are found in parts of a form with line ends, dashes and many names', () => {
    const draft = new Draft();
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\nX-A: 1\r\n\r\n${value}\r\n`;
    const key = '-----BEGIN KEY-----\r\n--MII\r\n-----END KEY-----';
    const body = `${part('a', 'x\r\n--y')}${part('password', key)}--b--\r\n`;
    assert.match(
      withoutBodySecrets(draft, body, 'multipart/form-data; boundary=b'),
      /^--b\r\n.*x\r\n--y\r\n--b\r\n.*1\r\n\r\n\uFDD0\w+\uFDD1\r\n--b--\r\n$/s,
    );
    const names = 'name="a" '.repeat(50_000);
    assert.equal(withoutBodySecrets(draft, names, 'multipart/form-data; boundary=b'), names);
  });

  test('are found as tokens behind other letters, among 50,000 beginnings of tokens', () => {
    const draft = new Draft();
    const token = 'eyJhbGciOiJ.eyJzdWIiOiI.c2ln';
    assert.match(withoutQuerySecrets(draft, `/?a=%22${token}%22&b=c`), /^\/\?a=%22\uFDD0\w+\uFDD1%22&b=c$/);
    const beginnings = 'eyJ'.repeat(50_000);
    assert.equal(withoutQuerySecrets(draft, `/${beginnings}`), `/${beginnings}`);
  });
});

test('a draft has no more requests and variables than a document can have', () => {
  const draft = new Draft();
  const add = (index: number): void => {
    if (index % 2 === 0) draft.metric('GET /');
    else draft.parameter('id', String(index));
  };
  for (let index = 0; index < partsMax; index += 1) add(index);
  // A known variable is no further part.
  draft.parameter('id', '1');
  for (const index of [partsMax, partsMax + 1])
    assert.throws(() => add(index), /^Refusal: it has more than 15,000 requests and variables/);
});
