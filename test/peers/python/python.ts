import { join } from 'node:path';

/** Folder of the Python packages that `npm run test:peers` installs from requirements.txt. */
export const pythonFolder =
  process.env.DOWNPOUR_PYTHON ?? join(import.meta.dirname, '..', '..', '..', 'dist', 'python');

/** The folder of checkov. Its packages need other versions than those of the other tools. */
export const checkovFolder = `${pythonFolder}-checkov`;

/**
 * Variables with which Python keeps compiled modules outside of the project. Moto's modules take two seconds
 * to compile, and many tests start Python.
 */
export const compiledOnce = {
  PYTHONPYCACHEPREFIX: join(pythonFolder, 'compiled'),
  PYTHONDONTWRITEBYTECODE: '',
} as const;
