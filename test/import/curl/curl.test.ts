import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { shellCommands } from '../../../lib/import/curl/shell-words.ts';
import { literalsAndReads, variablesOf } from '../../../lib/import/draft/placeholders.ts';
import { importText } from '../../../lib/import/import.ts';
import { accepted, imported } from '../replay.ts';

describe('the words of a shell', () => {
  const rows: readonly [source: string, words: readonly string[][]][] = [
    [`curl 'a b' "c d" e\\ f`, [['curl', 'a b', 'c d', 'e f']]],
    [`curl 'it'\\''s' "say \\"x\\" \\$5 \\n"`, [['curl', "it's", 'say "x" $5 \\n']]],
    [`curl $'a\\'b\\n\\u00e9\\x41\\101' ""`, [['curl', "a'b\néAA", '']]],
    [`curl $'\\ud83d\\ude00'`, [['curl', '😀']]],
    [`curl $'\\xc3\\xa9\\303\\251-\\xe9a\\cA'`, [['curl', 'éé-\u00e9a\u0001']]],
    [
      'curl a \\\n  b \\\r\n c\ncurl d',
      [
        ['curl', 'a', 'b', 'c'],
        ['curl', 'd'],
      ],
    ],
    ['curl a `\n b `\r\n c', [['curl', 'a', 'b', 'c']]],
    [
      'curl a # nothing\ncurl b#c; curl d && curl e | jq .',
      [
        ['curl', 'a'],
        ['curl', 'b#c'],
        ['curl', 'd'],
        ['curl', 'e'],
        ['jq', '.'],
      ],
    ],
    ['curl a > out.txt 2>&1 b', [['curl', 'a', 'b']]],
    ['curl "a\nb"', [['curl', 'a\nb']]],
    [
      'curl ^"a b^" ^\r\n  --data-raw ^"^{^\\^"x^\\^":1^}^\n\n^"',
      [['curl', 'a b', '--data-raw', '{"x":1}\n']],
    ],
    ['curl ^\n "a ^ b" c\\d "e\\\\"', [['curl', 'a ^ b', 'c\\d', 'e\\']]],
    // In double quotes, a line end after a backslash is removed, and other backslashes stay.
    ['curl "a\\\nb" "c\\`d" "e\\\\f" "g\\$x" "h\\i"', [['curl', 'ab', 'c`d', 'e\\f', 'g$x', 'h\\i']]],
    [
      `curl $'\\a\\b\\e\\f\\n\\r\\t\\v\\\\\\q\\7\\x7\\u41\\U1f600\\U110000'`,
      [['curl', '\x07\b\x1b\f\n\r\t\v\\q\x07\x07A😀\uFFFD']],
    ],
    [
      '(curl a)\n; ; curl b||curl c',
      [
        ['curl', 'a'],
        ['curl', 'b'],
        ['curl', 'c'],
      ],
    ],
    [`curl a >"out file" < 'in file' >>log 2> /dev/null b`, [['curl', 'a', 'b']]],
    ['curl 22>x', [['curl', '22']]],
    ['# only a comment', []],
    ['curl a\tb\r\n', [['curl', 'a', 'b']]],
    [`curl ''"" a''b`, [['curl', '', 'ab']]],
    // Older browsers also wrote carets (the escape character of the Windows prompt) inside plain quotes.
    [
      'curl "http://h/p?a=1^&b=J^%^2CK^&c=" -H "Accept: */*"',
      [['curl', 'http://h/p?a=1&b=J%2CK&c=', '-H', 'Accept: */*']],
    ],
    [
      'curl "http://h/" --data-binary "^{^\\^"name^\\^":^\\^"hello world^\\^",^\\^"l^\\^":^[^]^}" --compressed',
      [['curl', 'http://h/', '--data-binary', '{"name":"hello world","l":[]}', '--compressed']],
    ],
    ['curl "http://h/" -d "a^\n\nb^&c"', [['curl', 'http://h/', '-d', 'a\nb&c']]],
    ['curl "http://h/" -d "a^\nb^&c"', [['curl', 'http://h/', '-d', 'ab&c']]],
    [
      'curl "http://h/" --data-raw "{""name"":""a \\\\""b\\\\"" c""}"',
      [['curl', 'http://h/', '--data-raw', '{"name":"a \\"b\\" c"}']],
    ],
    // Carets before quotes identify a command for the Windows prompt, where `^` is the escape character.
    [
      'curl ^"a\\\\^" b\\\\c "d""e" f\\g ^& curl h',
      [['curl', 'a\\', 'b\\\\c', 'd"e', 'f\\g', '&', 'curl', 'h']],
    ],
    ['curl ^"a^"\ncurl ^"b^" & curl c | more', [['curl', 'a'], ['curl', 'b'], ['curl', 'c'], ['more']]],
    ['curl ^"a^" ^  \r\n b ^^ "c&d|e"', [['curl', 'a', 'b', '^', 'c&d|e']]],
  ];
  for (const [source, words] of rows) {
    it(JSON.stringify(source), () => {
      assert.deepEqual(
        shellCommands(source).map((command) => command.map(({ text }) => text)),
        words,
      );
    });
  }

  it('keeps reads of variables apart from text', () => {
    const [[, word] = []] = shellCommands('curl "x-$TOKEN-${B}-$-5"');
    assert.deepEqual(literalsAndReads(word?.text ?? ''), [
      'x-',
      { read: 'TOKEN' },
      '-',
      { read: 'B' },
      '-$-5',
    ]);
  });

  it('take the default of a variable, and no other expansion', () => {
    assert.deepEqual(
      shellCommands('curl ${A:-a/b}"${B-}c"').map((command) => command.map(({ text }) => text)),
      [['curl', 'a/bc']],
    );
    for (const source of ['curl "${A%x}"', 'curl ${A:?missing}', 'curl ${A:-$B}'])
      assert.throws(() => shellCommands(source), /expansion of a shell variable cannot be imported/);
  });
});

describe('the standard input of a command', () => {
  const inputOf = (source: string) =>
    shellCommands(source).map((command) => command.filter(({ isInput }) => isInput).map(({ text }) => text));

  it('is a here-document or a here-string', () => {
    const rows: readonly (readonly [source: string, inputs: readonly (readonly string[])[]])[] = [
      ['curl -d @- h <<EOF\n{"a":1}\nEOF\ncurl i', [['{"a":1}\n'], []]],
      ["curl h <<'E F' | jq .\n$A `b` \\\\ \\$\nE F", [['$A `b` \\\\ \\$\n'], []]],
      ['curl h <<-EOF > out\r\n\t\ta\r\n\t b\r\n\tEOF\r\n', [['a\n b\n']]],
      ['curl h << "E"\n\\"a"\nE', [['\\"a"\n']]],
      ['curl h << E\n\\"a" \\\\ \\$x \\\nb\nE', [['\\"a" \\ $x b\n']]],
      ['curl h <<A <<B\na\nA\nb\nB\ncurl i', [['a\n', 'b\n'], []]],
      ['curl h <<< \'{"a": 1}\' -s', [['{"a": 1}\n']]],
    ];
    for (const [source, inputs] of rows) assert.deepEqual(inputOf(source), inputs, source);
    const [[, , input] = []] = shellCommands('curl h <<E\n"$A"\nE');
    assert.deepEqual(literalsAndReads(input?.text ?? ''), ['"', { read: 'A' }, '"\n']);
  });

  it('must end, and no command may be substituted in it', () => {
    assert.throws(() => shellCommands('\ncurl h <<EOF\na'), {
      message: "the here-document that begins here has no line 'EOF' at its end",
      position: { line: 2, column: 8 },
    });
    assert.throws(() => shellCommands('curl h <<E\n$(date)\nE'), /command substitution cannot be imported/);
  });
});

test('a quote of a text editor is no quote of a shell', () => {
  for (const source of ['curl “http://h/”', 'curl h -H ‘a: b’'])
    assert.throws(() => shellCommands(source), /a shell does not know the quote [“‘]; write ' or "/);
  assert.equal(shellCommands("curl h -d '“a”'").length, 1);
});

type Row = readonly [
  options: string,
  line: string,
  more?: { readonly headers?: object; readonly body?: string },
];

describe('the options of curl', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const rows: readonly Row[] = [
    ['-d a=1 -d b=2 URL', 'POST /', { headers: form, body: 'a=1&b=2' }],
    [
      '--data-urlencode "n=a b&c" --data-urlencode "x y" URL',
      'POST /',
      { headers: form, body: 'n=a%20b%26c&x%20y' },
    ],
    ['-G -d a=1 --data-urlencode "b=x y" URL/p?c=3', 'GET /p?c=3&a=1&b=x%20y'],
    ['--url-query "q=a b" URL/p', 'GET /p?q=a%20b'],
    ["'URL/p?x=1&' -G -d a=1 --url-query b=2", 'GET /p?x=1&a=1'],
    ["'URL/p?' --url-query a=1", 'GET /p?a=1'],
    ["'URL/p?x=1' --url-query +d=%20 --url-query '=x&y' --url-query a@=b", 'GET /p?x=1&d=%20&x%26y&a@=b'],
    [`--json '{"a":' --json '1}' URL`, 'POST /', { headers: json, body: '{"a":1}' }],
    ['-d 1 --json 2 URL', 'POST /', { headers: json, body: '12' }],
    ['--json 2 -d 1 -d 3 URL', 'POST /', { headers: json, body: '2&1&3' }],
    ["-d '' -d a URL", 'POST /', { headers: form, body: 'a' }],
    ['--compressed -L --no-compressed --no-location --no-buffer URL', 'GET /'],
    ['--no-get -d a URL', 'POST /', { headers: form, body: 'a' }],
    ['-XPUT -da URL', 'PUT /', { headers: form, body: 'a' }],
    ['-I URL', 'HEAD /'],
    ['-sSkX DELETE URL/a/b#c', 'DELETE /a/b'],
    ['-A me -e http://x/ URL', 'GET /', { headers: { 'user-agent': 'me', referer: 'http://x/' } }],
    [
      '-H "A: 1" -H "A: 2" -H "B;" -H "Host: LOCALHOST:80" -H "Connection: close" URL',
      'GET /',
      { headers: { A: '1, 2', B: '' } },
    ],
    ['-H "Host: shop.example" URL', 'GET /', { headers: { Host: 'shop.example' } }],
    ['-d x -H "Content-Type:" URL', 'POST /', { body: 'x' }],
    ['-o out --retry-all-errors -w "%{http_code}" --url URL', 'GET /'],
    [`-d '\${HOME}' URL`, 'POST /', { headers: form, body: '${HOME}' }],
    ['-- URL', 'GET /'],
    [`-A '' -e '' URL`, 'GET /'],
    [`'URL/\\[1-3\\]/{id}?q=\\{a,b\\}&r={}'`, 'GET /[1-3]/id?q={a,b}&r={}'],
    [`-g 'URL/\\[1-3\\]/{id}'`, 'GET /\\[1-3\\]/{id}'],
    ['URL/../a/./b/../c/..?x=../y', 'GET /a/?x=../y'],
    ['URL/a/.', 'GET /a/'],
    ['--path-as-is URL/a/../b/.', 'GET /a/../b/.'],
    ['-d @- URL <<E\n{"a": 1,\n"b": "x"}\nE', 'POST /', { headers: form, body: '{"a": 1,"b": "x"}' }],
    ['URL --data-binary @- <<<"@a"', 'POST /', { headers: form, body: '@a\n' }],
    ['URL --json @- <<E\n{}\nE', 'POST /', { headers: json, body: '{}\n' }],
    ['URL --data-urlencode b@- <<<"x y"', 'POST /', { headers: form, body: 'b=x%20y%0A' }],
  ];
  for (const [options, line, { headers = {}, body } = {}] of rows) {
    it(options, () => {
      const { draft } = imported(`curl ${options.replace('URL', 'http://localhost')}`);
      const [request] = draft.requests;
      assert.equal(`${request?.method} ${request?.path}`, line);
      assert.deepEqual(Object.fromEntries(request?.headers ?? []), headers);
      assert.equal(request?.body, body);
      assert.deepEqual(draft.warnings, []);
    });
  }

  it('-u, a user in the URL and a cookie become parameters', () => {
    const { text, draft } = imported(
      'curl -u ann:pw http://localhost/a\ncurl http://bob:pw2@localhost/b -b sid=9',
    );
    assert.doesNotMatch(text, /ann|bob|pw|sid=9/);
    assert.deepEqual(
      [...draft.secrets],
      [
        ['AUTHORIZATION', ["header 'authorization', as 'Basic ...'"]],
        ['COOKIE', ["header 'cookie'"]],
        ['AUTHORIZATION2', ["header 'authorization', as 'Basic ...'"]],
      ],
    );
  });

  it('--next and several URLs make several requests, and -m a time limit', () => {
    const { draft, text } = imported(
      'curl http://localhost/a http://localhost/b -m 1.5 --next -d x http://localhost/a',
    );
    assert.deepEqual(
      draft.requests.map(({ method, path, timeoutMs, metric }) => [method, path, timeoutMs, metric]),
      [
        ['GET', '/a', 1500, 'GET /a'],
        ['GET', '/b', 1500, 'GET /b'],
        ['POST', '/a', undefined, 'POST /a'],
      ],
    );
    assert.deepEqual(
      draft.sequences.map(({ name }) => name),
      ['a', 'b', 'a2'],
    );
    accepted(text);
  });

  const leftOut: readonly [options: string, reason: RegExp][] = [
    ['-# -F a=@- URL', /-F reads a field from standard input/],
    ['--data-urlencode name@file URL', /reads its body from a file/],
    ['--data-urlencode name@file --data-urlencode b=1 URL', /reads its body from a file/],
    ['--url-query name@file --url-query b=1 URL', /reads the query from a file/],
    ['-H @headers -H "a: b" URL', /reads its headers from a file/],
    ['-F "a=b;headers=\\"X-A: 1\\"" URL', /;headers= or ;encoder=/],
    ['-b jar.txt URL', /reads cookies from a file/],
    ['--digest -u a:b URL', /digest authentication is not supported/],
    ['"URL/[1-3]"', /range or list that curl would expand/],
    ['ftp://localhost/x', /scheme 'ftp' is not supported/],
    ['-H "Upgrade: WebSocket" -H "Connection: Upgrade" URL', /Downpour does not support websockets/],
    ['ws://localhost/x', /Downpour does not support websockets/],
    ['-X BREW URL', /method 'BREW' is not supported/],
  ];
  for (const [options, reason] of leftOut) {
    it(`leaves out, by name and reason: ${options}`, () => {
      const { draft } = imported(
        `curl http://localhost/kept\ncurl ${options.replace('URL', 'http://localhost/gone')}`,
      );
      assert.deepEqual(
        draft.requests.map(({ path }) => path),
        ['/kept'],
      );
      assert.equal(draft.warnings.length, 1);
      assert.match(draft.warnings[0] ?? '', reason);
      assert.match(draft.warnings[0] ?? '', /^'.*' in line 2 is not imported: /);
    });
  }

  for (const [option, reason] of [
    ['--proxy http://p', 'directly'],
    ['--http3', 'Downpour does not support HTTP/3'],
    ['--http2-prior-knowledge', 'directHttp2: true'],
    ['--cert a.pem', 'keyManager'],
    ['--resolve a:80:127.0.0.1', '`addresses`'],
    ['--connect-to a:80:b:81', '`addresses`'],
    ['--retry 3', 'never repeats'],
    ['--request-target /x', 'follows from the URL'],
    ['--range 0-1', 'as a header'],
    ['--time-cond "1 Jan 2030"', 'if-modified-since'],
    ['--etag-compare tag.txt', 'if-none-match'],
    ['--tr-encoding', 'header te'],
    ['--netrc', 'with -u'],
    ['--netrc-optional', 'with -u'],
    ['--netrc-file f', 'with -u'],
  ] as const)
    it(`names ${option} once, and keeps the request`, () => {
      const { draft } = imported(`curl ${option} http://localhost/`);
      assert.equal(draft.requests.length, 1);
      const [name] = option.split(' ');
      assert.equal(draft.warnings.length, 1);
      assert.match(draft.warnings[0] ?? '', new RegExp(`${name} is left out, .*${reason}`));
    });

  for (const [option, reason] of [
    ['--negotiate -u a:b', 'Negotiate'],
    ['--ntlm -u a:b', 'NTLM'],
    ['--aws-sigv4 aws:amz', 'AWS signatures'],
    ['--unix-socket /s', 'Unix sockets'],
    ['--data-urlencode @f', 'reads its body from a file'],
    ['-F f=@$FILE', 'names the file by a variable'],
    ['-F f', '-F .f. has no ='],
    ['-F f=1 -d a=1', 'curl does not accept -F and -d'],
    ['-F "f=(;type=multipart/mixed"', 'a group of parts'],
    ['-H "Content-Type: multipart/form-data" -d a', 'has no boundary'],
    ['-d @-', '--data @FILE reads the body from standard input; write the body to a file, and name the file'],
    ['-T -', '-T reads the body from standard input'],
    ['-T .', '-T reads the body from standard input'],
    ['-T "{a,b}"', 'names several files'],
    ['-d @$FILE', 'names the file by a variable'],
    ['-G -d @f', '-G reads the query from a file'],
    ['-d a=1 -d @f', 'consists of a file and other data'],
  ] as const)
    it(`leaves a request with ${option} out`, () => {
      const { draft } = imported(`curl http://localhost/kept\ncurl ${option} http://localhost/gone`);
      assert.deepEqual([draft.requests.map(({ path }) => path), draft.warnings.length], [['/kept'], 1]);
      assert.match(draft.warnings[0] ?? '', new RegExp(reason));
    });

  for (const [options, method, path, type] of [
    ['-d @order.json', 'POST', '/o', 'application/x-www-form-urlencoded'],
    ['--data-ascii @order.json', 'POST', '/o', 'application/x-www-form-urlencoded'],
    ['--data-binary @order.json -H "Content-Type: a/b"', 'POST', '/o', 'a/b'],
    ['--json @order.json -X PUT', 'PUT', '/o', 'application/json'],
    ['-T order.json', 'PUT', '/o', undefined],
    ['-T dir/order.json -X POST', 'POST', '/o', undefined],
  ] as const)
    it(`${options} becomes a body from the file`, () => {
      const { draft, text } = imported(`curl ${options} http://localhost/o`);
      assert.deepEqual(draft.warnings, []);
      const [request] = draft.requests;
      assert.deepEqual([request?.method, request?.path], [method, path]);
      const headers = new Map(request?.headers.map(([name, value]) => [name.toLowerCase(), value]));
      assert.equal(headers.get('content-type'), type);
      assert.match(text, /body:\n +fromFile: (dir\/)?order\.json\n/);
    });

  it('an upload to a folder goes to the name of its file, and each upload belongs to its URL', () => {
    const { draft } = imported(
      'curl -T a.txt -T "" http://localhost/x/?q=1 http://localhost/y http://localhost',
    );
    assert.deepEqual(
      draft.requests.map(({ method, path, bodyFile }) => [method, path, bodyFile]),
      [
        ['PUT', '/x/a.txt?q=1', 'a.txt'],
        ['GET', '/y', undefined],
        ['GET', '/', undefined],
      ],
    );
  });

  it('states that curl leaves line breaks of a file out, and why a file cannot be used', () => {
    const source =
      'curl -d @a http://localhost/a\ncurl --data-binary @a http://localhost/b\ncurl -d @b http://localhost/c';
    const { draft } = importText(source, 'curl', {
      all: false,
      findFile: (name) =>
        name === 'a' ? { path: 'x/a', content: Buffer.from('1\n2') } : { wrong: 'which is away' },
    });
    assert.deepEqual(
      draft.requests.map(({ bodyFile }) => bodyFile),
      ['x/a', 'x/a'],
    );
    assert.deepEqual(draft.warnings, [
      "'http://localhost/a' in line 1: curl would leave out the line breaks of the file x/a, but Downpour sends them; delete them from the file to send the same body",
      "'http://localhost/c' in line 3 is not imported: its body is the file 'b', which is away",
    ]);
  });

  it('an option about the way of sending is reported, and the request is kept', () => {
    const { draft } = imported('curl --http3 --range 0-1 http://localhost/ | jq .');
    assert.equal(draft.requests.length, 1);
    assert.match(
      draft.warnings.join('\n'),
      /--http3 is left out, because Downpour does not support HTTP\/3[\s\S]*--range is left out[\s\S]*'jq' in line 1/,
    );
  });

  it('redirects are followed where curl follows them, and HTTP/2 needs no word', () => {
    for (const option of ['-L', '--location-trusted']) {
      const { draft, text } = imported(`curl ${option} --http2 http://localhost/`);
      assert.deepEqual(draft.warnings, []);
      assert.match(text, /ergonomics:\n.*\n +followRedirect: LOCATION_ONLY/);
      accepted(text);
    }
    const { text } = imported('curl -L http://localhost/a\ncurl http://localhost/b');
    assert.match(text, /GET: \/a\n +metric: .*\n +handler:\n +followRedirect: LOCATION_ONLY/);
    assert.equal(text.match(/followRedirect/g)?.length, 1);
    accepted(text);
    assert.doesNotMatch(imported('curl http://localhost/').text, /followRedirect/);
  });

  it('a variable that no request reads is no parameter, so that the printed command runs', () => {
    const { draft } = imported(
      'curl -H "Authorization: a $TOKEN b" -b "sid=$SID; theme=dark" http://localhost/',
    );
    const read = new Set(
      draft.requests.flatMap(({ headers }) => headers.flatMap(([, value]) => variablesOf(value))),
    );
    assert.deepEqual([...draft.variables.keys()], [...read]);
    assert.equal(draft.secrets.size, draft.variables.size);
  });
});

it('a query that a shell would cut at & is reported', () => {
  const cut = imported('curl http://localhost/m?app=x&token=secret&b=2\nTOKEN=t\ncurl http://localhost/');
  assert.deepEqual(cut.draft.warnings, [
    "'token=' in line 1 is not imported: a shell ends a command at &; write the URL in quotes",
    "'b=' in line 1 is not imported: a shell ends a command at &; write the URL in quotes",
  ]);
});

it('the words of a shell before curl do not hide the command, and a loop is reported', () => {
  const { draft } = imported(
    'for i in 1 2; do\n  curl http://localhost/a\ndone\nif ! nohup curl http://localhost/b; then curl http://localhost/c; fi\n{ curl http://localhost/d; }',
  );
  assert.deepEqual(
    draft.requests.map(({ path }) => path),
    ['/a', '/b', '/c', '/d'],
  );
  assert.deepEqual(draft.warnings, ["'for' in line 1 is not imported: it is not a curl command"]);
});

it('a form keeps its own boundary when a header has another one', () => {
  const { draft } = imported(
    "curl -F a=b -H 'Content-Type: multipart/form-data; boundary=zzz' http://localhost/",
  );
  const [request] = draft.requests;
  assert.deepEqual(request?.headers, [['content-type', 'multipart/form-data; boundary=downpour-form']]);
  assert.match(request?.body ?? '', /^--downpour-form\r\n/);
});

it('an option with a variable of curl, and a process substitution, are refused with the next step', () => {
  assert.throws(() => imported("curl --variable v=1 --expand-url 'http://localhost/{{v}}'"), {
    message: /--expand-url has a variable of curl: write the option without `expand-`/,
  });
  for (const source of ['curl http://localhost/ -d @<(date)', 'curl http://localhost/ > >(cat)'])
    assert.throws(() => imported(source), /a process substitution cannot be imported; write its output/);
});

it('headers that several requests share are written once, with a comment about their name', () => {
  const command = "curl -H 'x-a: 1' -H 'x-b: 2' http://localhost/";
  const { text } = imported(`${command}a\n${command}b\n`);
  assert.match(text, /# Below, `\*headers1` means these headers\.\n +headers: &headers1\n +x-a: "1"\n/);
  assert.match(text, /GET: \/b\n +headers: \*headers1\n/);
  assert.equal(text.match(/x-a/g)?.length, 1);
});

it('50,000 signs of lists, ranges and folders in an address are read', () => {
  const path = (url: string) => imported(`curl '${url}'`).draft.requests[0]?.path;
  for (const sign of ['{', '{a', '[a-', 'a-'])
    assert.equal(path(`http://localhost/[${sign.repeat(50_000)}`), `/[${sign.repeat(50_000)}`);
  assert.equal(path(`http://localhost/${'./a/../'.repeat(50_000)}b`), '/b');
});

it('50,000 redirections and variables are read, and a command with too many options is refused', () => {
  for (const sign of ['<<< ', '<<<', '<<<>', '> '])
    assert.equal(imported(`curl http://localhost/a ${sign.repeat(50_000)}`).draft.requests[0]?.path, '/a');
  const { draft } = imported(`curl http://localhost/ -d "${'$a-'.repeat(50_000)}"`);
  assert.equal(draft.requests[0]?.body?.length, 4 * 50_000);
  const words = (count: number) => `curl http://localhost/ ${'-s '.repeat(count)}`;
  assert.equal(imported(words(1_999)).draft.requests.length, 1);
  for (const text of [words(2_000), `curl http://localhost/ -${'s'.repeat(2_000)}`])
    assert.throws(() => imported(text), /more than 2000 options and URLs; divide it into several commands/);
});

it('variables whose names differ only in their case stay apart', () => {
  const { draft } = imported('curl http://localhost/ -d "$USER-$user-$USER"');
  const [first, second, third] = variablesOf(draft.requests[0]?.body ?? '');
  assert.equal(first, third);
  assert.notEqual(first, second);
});

it('lists and ranges that curl would expand are refused', () => {
  for (const list of ['{a,b}', '{,b}', '{a,{b}}', '[1-9]', '[a-z:2]', '[001-100]'])
    assert.throws(() => imported(`curl 'http://localhost/${list}'`), /no request can be imported/);
  for (const text of ['{a}', '{a', '\\{a,b\\}', '[1]', '[-]', '[1-]'])
    assert.equal(imported(`curl 'http://localhost/${text}'`).draft.requests.length, 1);
});
