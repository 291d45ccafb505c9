/** `browse`, `browse (GET /products)`; for a limit without a measured metric only the request. */
export function metricName({
  metric,
  request,
}: {
  readonly metric?: string | null;
  readonly request?: string;
}): string {
  if (typeof metric !== 'string') return request ?? '';
  return request === undefined ? metric : `${metric} (${request})`;
}
