import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadedOf } from '../../../../functions/api/upload/multipart.ts';
import type { DownpourError } from '../../../../lib/errors.ts';

/**
 * An upload may be a form: the document is in the part `data`, and the metadata in the part `metadata` (row
 * 22 of the compatibility page).
 */

const json = 'application/json';
const file = (text: string | Uint8Array, type = json) => new File([text as string], 'a.json', { type });
async function sent(form: FormData) {
  const response = new Response(form);
  return uploadedOf(await response.bytes(), response.headers.get('content-type') ?? undefined);
}
function formOf(parts: Readonly<Record<string, File | string>>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  return form;
}
const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('latin1');

/** Writes a form by hand, with one part for each of these headers and bodies. */
const written = (...parts: readonly (readonly [head: string, body: string | Buffer])[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([head, body]) => [
      Buffer.from(`--b\r\n${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--b--\r\n'),
  ]);
const plain = (name: string, type = json) =>
  `Content-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}`;
const asForm = 'multipart/form-data; boundary=b';

test('a body of another type is the document', async () => {
  const bytes = Buffer.from('--b');
  for (const type of [undefined, json, 'application/multipart/form-data'])
    assert.deepEqual(await uploadedOf(bytes, type), { data: bytes });
});

test('the parts of a form come byte for byte, in any order', async () => {
  const bytes = Buffer.from('{"a":"größer","b":1.50}\r\n--b');
  for (const names of [
    ['data', 'metadata'],
    ['metadata', 'data'],
  ]) {
    const parts = Object.fromEntries(names.map((name) => [name, file(name === 'data' ? bytes : '[{}]')]));
    const { data, metadata } = await sent(formOf({ ...parts, other: 'left alone' }));
    assert.deepEqual([textOf(data), textOf(metadata)], [bytes.toString('latin1'), '[{}]']);
  }
  const alone = await sent(formOf({ data: file(new Uint8Array([0x22, 0xff, 0x22])) }));
  assert.deepEqual([textOf(alone.data), alone.metadata], ['"\xff"', undefined]);
});

test('a large part comes whole', async () => {
  const text = JSON.stringify('x'.repeat(5_000_000));
  const { data } = await sent(formOf({ data: file(text) }));
  assert.equal(textOf(data), text);
});

test('parts may come without the name of a file', async () => {
  const form = written(
    [plain('data', 'application/json; charset=utf-8'), '{"a":"ö"}'],
    [plain('metadata'), '{}'],
  );
  const { data, metadata } = await uploadedOf(form, asForm);
  assert.deepEqual([Buffer.from(data).toString(), textOf(metadata)], ['{"a":"ö"}', '{}']);
});

const refused = async (call: Promise<unknown>, code: string, message: string | RegExp) =>
  assert.rejects(call, (error: DownpourError) => {
    assert.deepEqual([error.code, error.status], [code, 400]);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });

const noData = "No data! Send the document in the part 'data' of the form";

test('each part has to be JSON, and there has to be data', async () => {
  for (const [name, part, found] of [
    ['data', file('{}', 'text/xml'), 'text/xml'],
    ['metadata', file('{}', ''), 'application/octet-stream'],
    ['data', '{}', 'text/plain'],
  ] as const)
    await refused(
      sent(formOf({ data: file('{}'), [name]: part })),
      'PART_TYPE',
      `Part '${name}' must use content-type: application/json, currently: ${found}`,
    );
  await refused(sent(formOf({ metadata: file('{}') })), 'NO_DATA', noData);
  await refused(sent(formOf({ other: 'x' })), 'NO_DATA', noData);
});

test('a form that cannot be read is refused, with the reason', async () => {
  const start = "Provided data/metadata can't be read \\(JSON encoding problem\\?\\): ";
  const body = written([plain('data'), '{}']);
  const twice = written([plain('data'), '{}'], [plain('data'), '{}']);
  const notUtf8 = written([plain('data'), Buffer.from([0x22, 0xff, 0x22])]);
  const many = written(...Array.from({ length: 17 }, (_, i) => [plain(`p${i}`), '{}'] as const));
  for (const [bytes, type, why] of [
    [body.subarray(0, -12), asForm, 'Unexpected end of form'],
    [Buffer.from('{}'), asForm, 'Unexpected end of form'],
    [body, 'multipart/form-data', 'Multipart: Boundary not found'],
    [twice, asForm, "the part 'data' is sent twice"],
    [notUtf8, asForm, "the part 'data' is not UTF-8"],
    [many, asForm, 'a form may have at most 16 parts'],
    [written(['X: y', '{}']), asForm, noData],
  ] as const)
    if (why === noData) await refused(uploadedOf(bytes, type), 'NO_DATA', why);
    else await refused(uploadedOf(bytes, type), 'FORM_INVALID', new RegExp(`^${start}${why}$`));
});
