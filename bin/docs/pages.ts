import { apiPages } from './api/pages.ts';
import { commandsPage, exitCodesPage } from './commands.ts';
import { compatibilityPage } from './compatibility/compatibility.ts';
import { repositoryCompatibilityPage } from './compatibility/repository/repository.ts';
import { conceptsPage } from './concepts.ts';
import { costPage } from './cost.ts';
import { deploymentPage } from './deployment.ts';
import { documentPage } from './document.ts';
import { examplesPage } from './examples.ts';
import { internalLimitsPage, limitsPage } from './limits.ts';
import { operationsPage } from './operations.ts';
import { phasesPage, pictures } from './phases.ts';
import { ciPage } from './runs/ci.ts';
import { comparingPage } from './runs/comparing.ts';
import { exportPage } from './runs/export.ts';
import { constructPage, identityPage } from './runs/identity.ts';
import { queriesPage } from './runs/queries.ts';
import { reportPage } from './runs/report.ts';
import { runPage } from './runs/run.ts';
import { scalePage } from './scale.ts';
import { handlersPage } from './scenario/handlers.ts';
import { sharingPage, stepsPage } from './scenario/steps.ts';
import { valuesPage } from './scenario/values.ts';

/**
 * The pages of docs/ that `npm run generate` writes, completely or in their generated blocks, by name.
 * test/docs.test.ts lists the pages without generated parts.
 */
export const pages = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['document.md', documentPage()],
    ['concepts.md', conceptsPage()],
    ['phases.md', phasesPage()],
    ['steps.md', stepsPage()],
    ['sharing.md', sharingPage()],
    ['examples.md', examplesPage()],
    ['handlers.md', handlersPage()],
    ['values.md', valuesPage()],
    ['commands.md', commandsPage()],
    ['exit-codes.md', exitCodesPage()],
    ['ci.md', ciPage()],
    ['report.md', reportPage()],
    ['comparing.md', comparingPage()],
    ['run.md', runPage()],
    ['queries.md', queriesPage()],
    ['identity.md', identityPage()],
    ['export.md', exportPage()],
    ...(await apiPages()),
    ['deployment.md', deploymentPage()],
    ['construct.md', constructPage()],
    ['cost.md', await costPage()],
    ['scale.md', await scalePage()],
    ['operations.md', operationsPage()],
    ['limits.md', await limitsPage()],
    ['internal-limits.md', await internalLimitsPage()],
    ['compatibility.md', compatibilityPage()],
    ['compatibility-repository.md', repositoryCompatibilityPage()],
    ...pictures().map(([file, svg]) => [`pictures/${file}`, svg] as const),
  ]);
