/**
 * The name of a metric: `browse`, or `browse (GET /products)` when several requests have it. For a limit
 * without a measured metric it is only the request.
 */
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
