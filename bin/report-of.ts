import type { BurstStatus } from '../lib/api.generated.ts';
import type { Report } from './terminal/report.ts';

export function reportOf(status: BurstStatus, _document: unknown): Report {
  return {
    benchmark: status.benchmark,
    state: status.state as Report['state'],
    lastedMs: 0,
    rows: [],
    failures: [],
    deliveries: [],
    warnings: [],
  };
}

export function requestsOf(_document: string): number {
  return 0;
}
