import { filledPage } from './blocks.ts';
import { burstDiagram } from './mermaid.ts';

/** The page docs/concepts.md. */
export const conceptsPage = (): string => filledPage('concepts.md', { burst: burstDiagram() });
