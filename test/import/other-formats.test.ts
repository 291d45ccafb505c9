import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { importText } from '../../lib/import/import.ts';
import { otherFormat } from '../../lib/import/other-formats.ts';

test('a file of another tool is recognised', () => {
  const rows: readonly (readonly [name: string, text: string])[] = [
    ['an OpenAPI description', 'info:\n  title: t\nopenapi: 3.0.0\n'],
    ['an OpenAPI description', '{"swagger": "2.0"}'],
    ['a browser recording (HAR)', '{\n "log": {"version": "1.2", "entries": []}}'],
    [
      'a Postman collection',
      '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}',
    ],
    ['a file of curl commands', '#!/bin/sh\n\n# login\ncurl http://localhost/\n'],
    ['a k6 script', "import http from 'k6/http';\nexport default function () {}\n"],
    ['a k6 script', "const http = require('k6/http');\n"],
    ['a JMeter test plan', '<?xml version="1.0"?>\n<jmeterTestPlan version="1.2"/>'],
    ['a Gatling simulation', 'class Shop extends Simulation {\n}\n'],
    ['a Gatling simulation', 'class Shop : Simulation() {\n}\n'],
    ['a Gatling simulation', 'import { simulation } from "@gatling.io/core";\n'],
    [
      'a file of vegeta targets',
      'GET http://localhost:8080/products\nX-Id: 1\n\nPOST http://localhost:8080/cart\n',
    ],
    ['an Insomnia export', '{"_type":"export","__export_format":4,"resources":[]}'],
    ['an Insomnia export', 'type: collection.insomnia.rest/5.0\nname: Shop\n'],
    ['a request of Bruno', 'meta {\n  name: a\n  seq: 1\n}\n\nget {\n  url: http://localhost\n}\n'],
    ['a Charles session', '[{"status":"COMPLETE","method":"GET","protocolVersion":"HTTP/1.1"}]'],
    ['a Postman environment', '{"values":[],"_postman_variable_scope":"environment"}'],
    ['a Thunder Client collection', '{"client":"Thunder Client","requests":[]}'],
    ['a Hoppscotch collection', '{"requests":[{"endpoint":"http://h"}],"auth":{"authType":"none"}}'],
    ['a Hurl file', 'GET http://localhost/\nHTTP 200\n'],
    ['a file of HTTP requests', '### list\nGET http://localhost/\n'],
    ['a file of HTTP requests', 'POST http://localhost/ HTTP/1.1\n\n{}\n'],
    ['a Locust file', 'import time\nfrom locust import HttpUser\n'],
    ['an Artillery script', 'config:\n  target: http://localhost\nscenarios:\n  - flow: []\n'],
    ['a Lua script of wrk', 'wrk.method = "POST"\n'],
    ['a Lua script of wrk', '-- a comment\nrequest = function()\n  return wrk.format("GET", "/")\nend\n'],
    ['a web page', '<!DOCTYPE html>\n<html></html>'],
  ];
  for (const [name, text] of rows) assert.equal(otherFormat(text)?.name, name, text);
});

test('a benchmark document is not a file of another tool, although it uses words of other tools', () => {
  const documents = globSync('{examples,test/data}/**/*.{hf.yaml,hf.json}');
  assert.ok(documents.length > 10);
  for (const file of documents) assert.equal(otherFormat(readFileSync(file, 'utf8')), undefined, file);
  for (const text of [
    '',
    'name: curl\nhttp: http://localhost\n',
    'name: x\npre:\n  login: curl http://localhost/login\n',
    '# import http from k6\nname: openapi\n',
    'name: x\nscenario:\n- a:\n  - httpRequest:\n      GET: http://localhost:8080/\n',
    'name: Simulation\n',
  ])
    assert.equal(otherFormat(text), undefined, text);
});

test('a long beginning of empty lines or comments does not stall the search', () => {
  for (const line of ['\n', '\r\n', ' \n', '# curl\n', '#\n\n', '{\n', 'meta ', 'type:  ', 'GET a HTTP/1.1 '])
    for (const end of ['name: x\n', 'curl']) assert.equal(otherFormat(line.repeat(20_000) + end), undefined);
  assert.equal(otherFormat(`${'# a\n\n'.repeat(20_000)}curl http://x`)?.name, 'a file of curl commands');
  assert.equal(otherFormat(`meta {${'\n'.repeat(50_000)}`), undefined);
});

test('import names a format that it cannot convert', () => {
  assert.throws(() => importText("import http from 'k6/http';", undefined, { all: false }), {
    message:
      'this is a k6 script, which Downpour cannot convert; docs/migrate.md has documents for users of such tools',
  });
  for (const text of ['{"requests":[]}', '{"client":"Thunder Client","requests":[]}'])
    assert.throws(() => importText(text, undefined, { all: false }), {
      message: /^(?!.*version 1).*(kind of the file is unknown|Thunder Client collection)/,
    });
  assert.throws(() => importText('<html></html>', undefined, { all: false }), {
    message:
      'this is a web page, which Downpour cannot convert; `downpour init ADDRESS` writes a first document for its address',
  });
});
