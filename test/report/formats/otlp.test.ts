import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import protobuf from 'protobufjs';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { otlp, otlpProtobuf } from '../../../lib/report/formats/otlp.ts';
import { recordOf, t0 } from '../../driver/run/records.ts';

/** The part of opentelemetry/proto/metrics/v1/metrics.proto that Downpour sends. */
const proto = `syntax = "proto3";
message Request { repeated ResourceMetrics resourceMetrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scopeMetrics = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
message Scope { string name = 1; string version = 2; }
message Metric { string name = 1; string description = 2; string unit = 3; Sum sum = 7; Exponential exponentialHistogram = 10; }
message Sum { repeated Number dataPoints = 1; int32 aggregationTemporality = 2; bool isMonotonic = 3; }
message Number { repeated KeyValue attributes = 7; fixed64 startTimeUnixNano = 2; fixed64 timeUnixNano = 3; double asDouble = 4; sfixed64 asInt = 6; }
message Exponential { repeated Point dataPoints = 1; int32 aggregationTemporality = 2; }
message Point { repeated KeyValue attributes = 1; fixed64 startTimeUnixNano = 2; fixed64 timeUnixNano = 3; fixed64 count = 4; double sum = 5; sint32 scale = 6; fixed64 zeroCount = 7; Buckets positive = 8; Buckets negative = 9; double min = 12; double max = 13; }
message Buckets { sint32 offset = 1; repeated uint64 bucketCounts = 2; }
message KeyValue { string key = 1; Value value = 2; }
message Value { string stringValue = 1; bool boolValue = 2; int64 intValue = 3; double doubleValue = 4; }`;
const message = protobuf.parse(proto).root.lookupType('Request');

/** An OTLP receiver: reads one request as a collector does, and returns it as plain objects. */
async function received(body: string | Uint8Array, type: string): Promise<Request> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const heard = once(server, 'request');
  const { port } = server.address() as AddressInfo;
  const reply = fetch(`http://127.0.0.1:${port}/v1/metrics`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  const [request, response] = await heard;
  const bytes = await buffer(request);
  response.end('{}');
  await reply;
  server.close();
  if (request.headers['content-type'] === 'application/json')
    return JSON.parse(bytes.toString('utf8')) as Request;
  return message.toObject(message.decode(bytes), { longs: String, defaults: false }) as Request;
}

type KeyValue = {
  key: string;
  value: { stringValue?: string; boolValue?: boolean; intValue?: number | string };
};
type Point = {
  attributes: KeyValue[];
  startTimeUnixNano: string;
  timeUnixNano: string;
  count: number;
  sum: number;
  scale: number;
  min: number;
  max: number;
  asInt?: number | string;
  asDouble?: number;
  positive: { offset: number; bucketCounts: (number | string)[] };
};
type Metric = {
  name: string;
  unit: string;
  sum?: { dataPoints: Point[]; aggregationTemporality: number; isMonotonic: boolean };
  exponentialHistogram?: { dataPoints: Point[]; aggregationTemporality: number };
};
type Request = {
  resourceMetrics: { resource: { attributes: KeyValue[] }; scopeMetrics: { metrics: Metric[] }[] }[];
};

async function bothOf(run: RunDocument): Promise<readonly Request[]> {
  const [json, bytes] = [await otlp.write(run), await otlpProtobuf.write(run)];
  assert.ok(typeof json === 'string' && json.endsWith('}\n') && bytes instanceof Uint8Array);
  return [await received(json, 'application/json'), await received(bytes, 'application/x-protobuf')];
}

function metricOf({ resourceMetrics: [first] }: Request, name: string): Metric {
  const found = first?.scopeMetrics[0]?.metrics.find((each) => each.name === name);
  assert.ok(found, name);
  return found;
}

const attributesOf = ({ attributes }: { attributes: KeyValue[] }) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, boolValue, intValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  );

test('a receiver finds the durations of the convention, and response times in addition', async () => {
  for (const request of await bothOf(runDocument(recordOf()))) {
    const { unit, exponentialHistogram } = metricOf(request, 'http.client.request.duration');
    const [point] = exponentialHistogram?.dataPoints ?? [];
    assert.ok(point);
    assert.deepEqual([unit, exponentialHistogram?.aggregationTemporality, Number(point.count)], ['s', 2, 20]);
    assert.deepEqual(attributesOf(point), {
      'downpour.phase': 'main',
      'downpour.metric': 'browse',
      'downpour.step': 0,
      'downpour.warmup': false,
      'http.request.method': '_OTHER',
      'server.address': 'localhost',
      'server.port': 8080,
    });
    assert.deepEqual([point.startTimeUnixNano, point.timeUnixNano].map(Number), [
      t0 * 1e6,
      (t0 + 20_000) * 1e6,
    ]);
    const response = metricOf(request, 'downpour.response.duration').exponentialHistogram?.dataPoints[0];
    assert.ok(response && Math.abs(response.sum - 30) < 0.3, `${response?.sum}`);
    assert.ok(response.min <= 1 && response.max >= 2);
    assert.equal(metricOf(request, 'downpour.start.delay').exponentialHistogram?.dataPoints.length, 1);
  }
});

test('the buckets hold every value between their bounds, in as many as receivers take', async () => {
  for (const request of await bothOf(runDocument(recordOf()))) {
    const point = metricOf(request, 'downpour.response.duration').exponentialHistogram?.dataPoints[0];
    assert.ok(point);
    const { offset = 0, bucketCounts } = point.positive;
    const base = 2 ** (2 ** -point.scale);
    const filled = bucketCounts
      .map(Number)
      .flatMap((count, at) => (count > 0 ? [[offset + at, count] as const] : []));
    assert.deepEqual(
      filled.map(([, count]) => count),
      [10, 10],
    );
    for (const [at, [index]] of filled.entries()) {
      const seconds = at + 1;
      assert.ok(
        base ** index < seconds * 1.01 && base ** (index + 1) > seconds * 0.99,
        `${index} of ${point.scale}`,
      );
    }
    assert.ok(bucketCounts.length <= 160);
    assert.ok(point.scale >= 6, 'one octave has room for fine buckets');
  }
});

test('a receiver finds the counts of the run, monotonic and from its start on', async () => {
  const run = runDocument(recordOf());
  const [entry] = run.stats;
  assert.ok(entry);
  Object.assign(entry.total.summary, { connectionErrors: 4, blockedTime: 2_500_000_000 });
  entry.total.summary.extensions.http.resent = 7;
  for (const request of await bothOf(run)) {
    const countOf = (name: string, attribute?: string, expected?: string) => {
      const { sum } = metricOf(request, name);
      assert.deepEqual([sum?.isMonotonic, sum?.aggregationTemporality], [true, 2]);
      const point = sum?.dataPoints.find(
        (each) => attribute === undefined || attributesOf(each)[attribute] === expected,
      );
      return Number(point?.asInt ?? point?.asDouble);
    };
    assert.equal(countOf('downpour.requests'), 20);
    assert.equal(countOf('downpour.requests.resent'), 7);
    assert.equal(countOf('downpour.responses', 'downpour.status', '2xx'), 20);
    assert.equal(countOf('downpour.errors', 'error.type', 'connection'), 4);
    assert.equal(countOf('downpour.blocked'), 2.5);
    assert.equal(countOf('downpour.io', 'downpour.direction', 'received'), 2000);
    const [resource] = request.resourceMetrics;
    assert.ok(resource);
    const { 'service.name': service, 'downpour.benchmark': benchmark } = attributesOf(resource.resource);
    assert.deepEqual([service, benchmark], ['downpour', 'shop']);
  }
});
