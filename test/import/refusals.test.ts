import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Kind, kindOf } from '../../lib/import/import.ts';
import { draftFor } from '../../lib/import/init.ts';
import { Refusal } from '../../lib/import/refusal.ts';
import { imported, sample } from './replay.ts';

/** The position and the message of a refusal, as `line:column message`. */
function refused(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    const { position, message } = error;
    assert.doesNotMatch(message, /\n/);
    return position === undefined ? message : `${position.line}:${position.column} ${message}`;
  }
  return assert.fail('nothing was refused');
}

describe('a wrong source is refused in one line, with its place', () => {
  const entry = (url: string) =>
    JSON.stringify({ log: { entries: [{ request: { method: 'GET', url }, response: { status: 200 } }] } });
  const rows: readonly [kind: Kind | undefined, source: string, output: RegExp][] = [
    [undefined, ' \n', /^it is empty$/],
    [undefined, 'c\0u\0r\0l\0', /^this text is binary or UTF-16; save the file as UTF-8/],
    [undefined, 'hello', /^the kind of the file is unknown; write one of curl, har, openapi, postman/],
    [
      undefined,
      'name: a\nhttp: { host: b }\nphases: []\n',
      /^this is a benchmark document, .* `downpour run FILE`/,
    ],
    [undefined, '{"a": 1}', /^the kind of the file is unknown/],
    ['curl', 'wget http://localhost', /^no curl command was found/],
    ['curl', '\n  curl -X', /^2:8 curl's option -X needs a value$/],
    ['curl', 'curl http://localhost \\\n  --frob 1', /^2:3 curl has no option --frob$/],
    ['curl', "curl - H 'a: b' http://localhost", /^1:6 curl has no option -; remove the blank after it$/],
    ['curl', "curl http://localhost \\\n -d 'x", /^2:5 a single quote is opened here and never closed$/],
    ['curl', 'curl "x', /^1:6 a double quote is opened here and never closed$/],
    ['curl', 'curl $(pass) http://x', /^1:6 a command substitution cannot be imported/],
    ['curl', "curl a \\\n $'x", /^2:3 a single quote is opened here and never closed$/],
    [
      'curl',
      'curl "a $(pass)"',
      /^1:9 a command substitution cannot be imported; write its output in its place$/,
    ],
    ['curl', 'curl ^"a^" ^\n b\ncurl "c', /^3:1 a double quote is opened in this command and never closed$/],
    ['har', '{"log": {"entries": [] } } x', /^1:28 this is not JSON: unexpected/],
    ['har', '{"log": 1', /^1:10 this is not JSON: it ends in the middle$/],
    ['har', '{"log": 1\n', /^2:1 this is not JSON: it ends in the middle$/],
    ['har', '{"log": "a\n"}', /^1:9 this is not JSON: /],
    ['curl', 'curl -s', /^1:6 this curl command has no URL$/],
    ['curl', 'curl', /^1:1 this curl command has no URL$/],
    ['curl', 'curl -F a=@- http://localhost', /^no request can be imported; the warnings above /],
    [undefined, 'Invoke-WebRequest -Uri http://localhost', /^this is not a curl command; .*"Copy as cURL"/],
    [undefined, 'fetch("http://localhost/", {\n  "body": "it\'s"\n});', /^this is not a curl command/],
    ['curl', 'Invoke-WebRequest -Uri http://localhost', /choose "Copy as cURL"/],
    ['har', '{"log": {\n "entries": [1,]}}', /^2:16 this is not JSON: unexpected token/],
    ['har', '{"log":\n {"entries": [', /^2:15 this is not JSON: it ends in the middle$/],
    ['har', '{"log": {"version": "1.2"}}', /^1:9 this is not a HAR file: log\.entries is not a list$/],
    ['har', '{"log": {"entries": []}}', /^found no request; add at least one request to the file$/],
    ['har', entry('http://localhost/a.png'), /^no request can be imported; the warnings above /],
    ['openapi', 'openapi: 3.0.0\npaths:\n\t/x: 1', /^3:1 this is neither YAML nor JSON/],
    [
      'openapi',
      'openapi: 3.0.0\npaths: &a\n  /x: [*a]',
      /^3:8 the YAML alias \*a contains itself; write a value/,
    ],
    ['openapi', 'openapi: 3.0.0\npaths: &a [&a [1], *a]', /^2:11 this OpenAPI description has no paths$/],
    [
      'openapi',
      `openapi: 3.0.0\npaths: ${'['.repeat(9999)}`,
      /^2:\d+ its lists and mappings are nested too deeply/,
    ],
    ['openapi', 'info: 1', /^1:1 this is not an OpenAPI description: 'openapi' is missing$/],
    ['openapi', '\nswagger: "2.0"', /^2:10 this is Swagger 2\.0; convert it to OpenAPI 3 first$/],
    ['openapi', 'openapi: 4.0.0\npaths: {}', /^1:10 OpenAPI 4\.0\.0 is not known/],
    ['openapi', 'openapi: 3.1.0\npaths: {}', /^2:8 this OpenAPI description has no paths$/],
    [
      'openapi',
      'openapi: 3.1.0\npaths: {/x: {post: {}}}',
      /^no request can be imported; the warnings above /,
    ],
    ['postman', '{"info": {}}', /^1:1 this is not a Postman collection: 'item' is not a list$/],
    [
      'postman',
      '{"requests": [], "order": []}',
      /^1:1 this is a collection of version 1; export it as 2\.1$/,
    ],
  ];
  for (const [kind, source, output] of rows) {
    it(`${kind ?? 'any'}: ${JSON.stringify(source.slice(0, 60))}`, () => {
      assert.match(
        refused(() => imported(source, kind)),
        output,
      );
    });
  }

  it('and by the content alone each sample is known', () => {
    const files = ['shop.curl', 'shop.cmd', 'shop.har', 'shop.openapi.yaml', 'shop.postman_collection.json'];
    assert.deepEqual(
      files.map((file) => kindOf(sample(file))),
      ['curl', 'curl', 'har', 'openapi', 'postman'],
    );
  });
});

describe('a source shows what it is', () => {
  const rows: readonly [source: string, kind: Kind][] = [
    ['{"openapi": "3.1.0"}', 'openapi'],
    ['\n {"swagger": "2.0"}', 'openapi'],
    ['openapi: 3.0.0', 'openapi'],
    ['info: {}\n"swagger" : "2.0"', 'openapi'],
    ['{"log": {"entries": []}}', 'har'],
    ['{"item": []}', 'postman'],
    ['{"collection": {}}', 'postman'],
    ['{"requests": [], "order": []}', 'postman'],
    ['curl http://localhost', 'curl'],
    ['# first\n  /usr/bin/curl -s http://localhost', 'curl'],
    ['"C:\\curl.exe" http://localhost', 'curl'],
    ['true;curl http://localhost', 'curl'],
  ];
  for (const [source, kind] of rows) it(JSON.stringify(source), () => assert.equal(kindOf(source), kind));

  for (const source of ['{"log": {}}', '{"info": 1}', ' openapi: 3.0.0', 'curling: 1', 'mycurl x', '[]'])
    it(`not so ${JSON.stringify(source)}`, () =>
      assert.match(
        refused(() => kindOf(source)),
        /^the kind of the file is unknown/,
      ));
});

describe('a first benchmark for an address', () => {
  const good: readonly [url: string, origin: string, path: string, name: string][] = [
    [
      'https://shop.example.com/products?q=1#top',
      'https://shop.example.com',
      '/products?q=1',
      'shop-example-com',
    ],
    ['shop.example.com', 'https://shop.example.com', '/', 'shop-example-com'],
    ['localhost:8080/a', 'http://localhost:8080', '/a', 'localhost-8080'],
    ['127.0.0.1?x=1', 'http://127.0.0.1', '/?x=1', '127-0-0-1'],
    ['[::1]:8080/x', 'http://[::1]:8080', '/x', '1-8080'],
    ['HTTP://Shop.Example.COM:80/', 'http://shop.example.com', '/', 'shop-example-com'],
    ['https://müller.example/straße', 'https://xn--mller-kva.example', '/straße', 'xn-mller-kva-example'],
  ];
  for (const [url, origin, path, name] of good) {
    it(url, () => {
      const first = draftFor(url);
      assert.deepEqual(
        [first.address.origin, first.draft.requests[0]?.path, first.name],
        [origin, path, name],
      );
    });
  }

  const bad: readonly [url: string, output: RegExp][] = [
    ['', /no host name/],
    ['https://', /no host name/],
    ['/products', /no host name/],
    ['http://localhost:70000', /the port is 70000, expected one from 1 to 65535/],
    ['http://localhost:0', /the port is 0/],
    ['http://localhost:http', /the port 'http' is not a number/],
    ['wss://shop.example.com/live', /: Downpour does not support websockets$/],
    ['ftp://shop.example.com', /scheme 'ftp' is not supported, expected http or https/],
    ['https://ann:hunter2@shop.example.com', /^an address with user:password is refused, because secrets/],
    [
      'ftp://ann:hunter2@shop.example.com',
      /^Downpour cannot send load to 'ftp:\/\/shop.example.com': the scheme/,
    ],
    ['https://shop example.com', /is not a host name/],
    ['http://999.1.1.1', /is not a host name/],
    ['https://<script>', /is not a host name/],
  ];
  for (const [url, output] of bad) {
    it(`refuses ${url === '' ? 'nothing' : url}`, () => {
      const message = refused(() => draftFor(url));
      assert.match(message, output);
      assert.doesNotMatch(message, /hunter2/);
    });
  }
});
