import { join } from 'node:path';

/** Folder of the Python packages that `npm run test:peers` installs from requirements.txt. */
export const pythonFolder =
  process.env.DOWNPOUR_PYTHON ?? join(import.meta.dirname, '..', '..', '..', 'dist', 'python');

/** The folder of checkov, whose packages exclude versions that the others need. */
export const checkovFolder = `${pythonFolder}-checkov`;

/**
 * Variables by which Python keeps compiled modules, and in no folder of the project. The modules of moto take
 * two seconds to compile, and many tests start Python.
 */
export const compiledOnce = {
  PYTHONPYCACHEPREFIX: join(pythonFolder, 'compiled'),
  PYTHONDONTWRITEBYTECODE: '',
} as const;
