import { filledPage } from './blocks.ts';
import { burstDiagram } from './mermaid.ts';

/** docs/concepts.md */
export const conceptsPage = (): string => filledPage('concepts.md', { burst: burstDiagram() });
