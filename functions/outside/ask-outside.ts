import type { AskOutside } from '../../lib/repository/records/actions/outside.ts';
import { addressRules } from './address-rules.ts';
import { ask } from './ask.ts';

/** The way of this process to hosts that are asked. */
export const askOutside: AskOutside = (url, request) => ask(url, request, addressRules());
