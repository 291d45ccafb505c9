import { ApiError } from '../../../client/index.ts';
import * as words from '../../words/own/me.ts';

/**
 * Replaces the error for a wrong password. The general message of the page would ask the person to sign in.
 */
export async function withPassword<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? new Error(words.wrongPassword()) : error;
  }
}
