import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditVerdict } from './audit.ts';

describe('an audit of dependencies', () => {
  const hole = (severity: string) => ({ name: 'left-pad', severity, range: '<1.3.0' });
  const report = (severity: string) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities: { 'left-pad': hole(severity) } });

  it('fails on holes that are high or critical', () => {
    assert.deepEqual(auditVerdict(report('high')), { known: true, holes: ['left-pad <1.3.0: high'] });
    assert.deepEqual(auditVerdict(report('critical')).holes, ['left-pad <1.3.0: critical']);
    assert.deepEqual(auditVerdict(report('moderate')), { known: true, holes: [] });
  });

  it('knows nothing where the registry answers with an error', () => {
    const refusal =
      'npm error audit endpoint returned an error\n{ "message": "405 Method Not Allowed", "statusCode": 405 }';
    assert.deepEqual(auditVerdict(refusal), { known: false, holes: [] });
    assert.deepEqual(auditVerdict(''), { known: false, holes: [] });
  });
});
