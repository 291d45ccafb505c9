import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burstDays } from '../lib/facts/retention.ts';
import { driveTimeoutS } from '../lib/facts/timeouts.ts';
import { hostLimits } from '../lib/local/function-host/host.ts';
import { gatewayLimits } from '../lib/local/gateway/gateway.ts';
import { payloadBytesMax } from '../lib/local/state-machine/interpreter/json.ts';
import { httpApiQuotas, regionClass, stepFunctionsQuotas } from '../lib/quotas.ts';

test('three regions have the higher rates of Step Functions', () => {
  const regions = ['us-east-1', 'us-west-2', 'eu-west-1', 'us-east-2', 'eu-central-1', ''];
  assert.deepEqual(regions.map(regionClass), ['large', 'large', 'large', 'other', 'other', 'other']);
  const { large, other } = stepFunctionsQuotas.rates;
  assert.ok(large.transitions.perSec > other.transitions.perSec);
});

test('the local cloud has the limits of AWS', () => {
  const { bodyBytesMax, headBytesMax, integrationMsMax } = gatewayLimits;
  const ofAws = { bodyBytesMax, headBytesMax, integrationMsMax };
  assert.deepEqual(ofAws, {
    bodyBytesMax: httpApiQuotas.payloadBytes,
    headBytesMax: httpApiQuotas.headBytes,
    integrationMsMax: httpApiQuotas.integrationMs,
  });
  assert.equal(payloadBytesMax, stepFunctionsQuotas.payloadBytes);
  assert.ok(hostLimits.payloadBytesMax < httpApiQuotas.payloadBytes);
});

// After an execution has closed, its name cannot be used again for 90 days.
test('the name of an execution outlives what is kept of its burst', () => {
  assert.ok(burstDays < 90);
  assert.equal(driveTimeoutS, 15 * 60);
});
