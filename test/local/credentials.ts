export const accessKeyId = 'test';
export const secretAccessKey = 'test-secret';
export const credentials = { [accessKeyId]: secretAccessKey };

/** The settings of an SDK client that does not repeat failed requests, so that a test sees each failure. */
export const clientDefaults = {
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey },
  maxAttempts: 1,
};
