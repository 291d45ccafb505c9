/**
 * Reads the output of `npm audit --json`. Fails when it has a vulnerability of level high or critical, and
 * reports when the registry gave no answer. Usage: `test/package/audit.ts FILE`.
 */
import { readFileSync } from 'node:fs';

export type Verdict = { readonly holes: readonly string[]; readonly known: boolean };

/**
 * The packages with a vulnerability of level high or critical. A registry without audits answers with an
 * error instead of a report.
 */
export function auditVerdict(text: string): Verdict {
  const report = parsed(text);
  if (report?.auditReportVersion === undefined) return { holes: [], known: false };
  const found = Object.values(report.vulnerabilities ?? {});
  return {
    known: true,
    holes: found
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .map(({ name, severity, range }) => `${name} ${range}: ${severity}`),
  };
}

type Report = {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string; readonly range: string }>
  >;
};

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text.slice(text.indexOf('{'))) as Report;
  } catch {
    return undefined;
  }
}

const [file] = process.argv.slice(2);
if (import.meta.main && file !== undefined) {
  const { holes, known } = auditVerdict(readFileSync(file, 'utf8'));
  if (!known)
    console.log('the registry did not answer, so the packages were not checked for vulnerabilities');
  else
    console.log(
      holes.length === 0 ? 'no package has a known vulnerability that is high or critical' : holes.join('\n'),
    );
  process.exitCode = holes.length === 0 ? 0 : 1;
}
