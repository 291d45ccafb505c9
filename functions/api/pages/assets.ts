import type { WebAssets } from '../../../lib/bundle/browser/web-assets.ts';

/** The pages for browsers. The bundler puts the built pages in the place of this module. */
export async function webAssets(): Promise<WebAssets> {
  const { buildWebAssets } = await import('../../../lib/bundle/browser/web-assets.ts');
  return await buildWebAssets();
}
