export const accessKeyId = 'test';
export const secretAccessKey = 'test-secret';
export const credentials = { [accessKeyId]: secretAccessKey };

/** An SDK client's settings. A failure is a failure: nothing is tried again. */
export const clientDefaults = {
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey },
  maxAttempts: 1,
};
