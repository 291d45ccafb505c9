import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { targetAt } from '../session/shards.ts';
import { ergonomics } from './scenario-run.ts';

/**
 * Problems of handlers and steps that measure or share are reported at the load of the scenario, with their
 * places.
 */

function problemsOf(steps: readonly unknown[], phaseKind?: string): readonly string[] {
  const findings = new Findings();
  parseScenario([{ main: steps }], [], {
    targets: [targetAt(80)],
    ergonomics,
    findings,
    ...(phaseKind === undefined ? {} : { phaseKind }),
  });
  return findings.list.map(
    ({ path, message, severity }) => `${severity} ${path.slice(2).join('.')}: ${message}`,
  );
}

const handled = (handler: object): readonly unknown[] => [{ httpRequest: { GET: '/', handler } }];
const compensated = (more: object = { targetRate: 10 }) => ({
  httpRequest: { GET: '/', compensation: more },
});

const at = '0.httpRequest';
const rows: readonly (readonly [what: string, steps: readonly unknown[], problems: readonly string[]])[] = [
  [
    'ranges that overlap, in one key or in two',
    handled({ status: { multiplex: { '200-204, 204': 'stats', '2xx': 'stats', other: 'stats' } } }),
    [
      `error ${at}.handler.status.multiplex.200-204, 204: status range '204' overlaps '200-204'`,
      `error ${at}.handler.status.multiplex.2xx: status range '2xx' overlaps '200-204'`,
    ],
  ],
  [
    'a share of requests in per cent, but no limit that is switched off',
    [
      { httpRequest: { GET: '/', sla: { errorRatio: 2, invalidRatio: 1, blockedRatio: 9 } } },
      { httpRequest: { GET: '/', sla: { errorRatio: 1.01, invalidRatio: 0 } } },
    ],
    [
      `warning ${at}.sla.errorRatio: a share of 1 means all requests, so this limit is never broken`,
      `warning ${at}.sla.invalidRatio: a share of 1 means all requests, so only failures of all requests break this limit`,
    ],
  ],
  [
    'a range that is none',
    handled({ status: { action: { '200,600': { set: 'a <- b' } } } }),
    [
      `error ${at}.handler.status.action.200,600: status range '600' must look like 200, 2xx, 20x or 200-299, within 100 to 599`,
    ],
  ],
  [
    'a counter that neither adds nor sets, and one that does both',
    handled({ status: [{ counter: { var: 'a' } }, { counter: { var: 'a', add: 1, set: 1 } }] }),
    [0, 1].map(
      (index) =>
        `error ${at}.handler.status.${index}.counter: counter needs var and exactly one of add and set`,
    ),
  ],
  [
    'a filter without a test, and one that is never true',
    handled({
      header: [
        { filter: { processor: { log: 'x' } } },
        { filter: { header: { value: 'X-Id', caseSensitive: true }, processor: { log: 'x' } } },
      ],
    }),
    [
      `error ${at}.handler.header.0.filter: filter needs header, a condition for the names of headers, and processor, the processors of their values`,
      `warning ${at}.handler.header.1.filter.header: Downpour compares 'X-Id' with header names in lower case, so it never finds this text`,
    ],
  ],
  [
    'sums under the name of another group',
    handled({ rawBytes: { transferSizeRecorder: { key: 'http' } } }),
    [
      `error ${at}.handler.rawBytes.transferSizeRecorder.key: 'http' is a reserved name in the statistics (reserved: http, bytes, exact_status, countHeaders)`,
    ],
  ],
  [
    'two compensated requests',
    [compensated(), compensated()],
    [
      "error 1.httpRequest.compensation: another request of this scenario already has 'compensation', and only one may have it",
    ],
  ],
  [
    'a target rate of nothing',
    [compensated({ targetRate: { base: 0, increment: 0 } })],
    [`error ${at}.compensation.targetRate.base: must be a number above 0, found 0`],
  ],
  [
    'the shared data of this segment without a key',
    [{ addToSharedCounter: { value: 1 } }, { pushSharedMap: { key: 'k' } }, { publishAgentData: {} }],
    [
      'error 0.addToSharedCounter: addToSharedCounter needs key and exactly one of value and fromVar',
      'error 1.pushSharedMap: pushSharedMap needs key and vars, the variables to store',
      'error 2.publishAgentData: publishAgentData needs name and fromVar',
    ],
  ],
  [
    'a variable that is read and never written',
    [{ publishGlobalCounters: { key: 'k', vars: ['a'] } }, { setSharedCounter: 'b' }],
    [
      "error 0.publishGlobalCounters.vars: variable 'a' has no value, because no step sets it",
      "error 1.setSharedCounter: variable 'b' has no value, because no step sets it",
    ],
  ],
];

suite('refused', () => {
  for (const [what, steps, problems] of rows)
    test(what, () => assert.deepEqual(problemsOf(steps, 'always'), problems));

  test('compensation outside a phase of kind always', () => {
    assert.deepEqual(problemsOf([compensated()], 'constantRate'), [
      `error ${at}.compensation: compensation is only for phases of the kind always, and this phase has the kind constantRate`,
    ]);
    assert.deepEqual(problemsOf([compensated()], 'always'), []);
  });
});
