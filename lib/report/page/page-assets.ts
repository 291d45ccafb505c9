import type { PageAssets } from './report-page.ts';

/**
 * The script and the styles of a report page. A build replaces this function by a function with the finished
 * texts (`lib/bundle/browser/page-assets.ts`).
 */
export async function pageAssets(): Promise<PageAssets> {
  const { buildPageAssets } = await import('../../bundle/browser/page-assets.ts');
  return buildPageAssets();
}
