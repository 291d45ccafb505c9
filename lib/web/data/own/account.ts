import type { ApiKeyRequest, ApiKeyResponse } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, reload, useLoaded } from '../cache.ts';
import { passwordApi } from '../sign-in/sign-in.ts';

export const keysName = 'own keys';

/** Loads the keys of a type that the caller may manage. An administrator may manage all keys. */
export const useKeys = (type: ApiKeyResponse['type']): Loaded<ApiKeyResponse[]> =>
  useLoaded(`${keysName} ${type}`, (signal) => api.user.apikey.get({ query: { type }, signal }));

export const reloadKeys = (): void => reload(keysName);

export async function renameKey(id: number, name: string): Promise<void> {
  await api.user.apikey.by(id).rename.put({ body: name });
}

export async function revokeKey(id: number): Promise<void> {
  await api.user.apikey.by(id).revoke.put();
}

/**
 * Makes a new API key in a request with the present key, and returns the text of the new key.
 * @throws ApiError
 */
export const makeKey = (request: ApiKeyRequest): Promise<string> => api.user.apikey.post({ body: request });

/**
 * Makes a new API key in a request with a password. In contrast to a key from `makeKey`, it may expire later
 * than the present key.
 * @throws ApiError
 */
export const makeKeyWith = (user: string, password: string, request: ApiKeyRequest): Promise<string> =>
  passwordApi(user, password).user.apikey.post({ body: request });

/** @throws ApiError */
export const changePassword = (user: string, present: string, next: string): Promise<void> =>
  passwordApi(user, present).user.by(user).password.put({ body: next });
