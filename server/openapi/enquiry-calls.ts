/** What the API says of the calls of the status check, for `calls.ts`. */
import { enquiryRequest } from '../../contract/enquiry.ts';
import { limits } from '../../contract/limits.ts';
import { anyDay, type CallDescription } from './call-description.ts';
import { enquiryNotes } from './notes.ts';

const enquiry = { schema: enquiryRequest(anyDay), notes: enquiryNotes };
const enquiryText = `All three must match. If they do not, the answer is the same whichever was wrong. A match sets a cookie that lets this browser read the application and its files for ${limits.grantMinutes} minutes. Misses are counted: per passport in a quarter of an hour, a day and a month, and per address. \`Retry-After\` says when the next try is allowed.`;
const found = {
  status: 200,
  text: 'The application, or none and a message.',
  cookies: 'With a match: `grant`, the right to read, and `browser`, by which a returning browser is known.',
} as const;

export const enquiryCalls = {
  enquiry: {
    group: 'Status check',
    summary: 'Look up an application',
    text: enquiryText,
    json: enquiry,
    success: found,
    errors: ['enquiry_over_budget', 'enquiry_blocked'],
  },
  enquiryByQuery: {
    group: 'Status check',
    summary: 'Look up an application, by query',
    text: `For older clients: a passport number in an address lands in logs and histories, so send the POST instead. ${enquiryText}`,
    query: enquiry,
    success: found,
    errors: ['cross_site', 'enquiry_over_budget', 'enquiry_blocked', 'disk_full'],
  },
  granted: {
    group: 'Status check',
    summary: 'Read what was found',
    callers: ['nobody', 'grant'],
    success: { status: 200, text: 'The applications that this browser has found, or none.' },
  },
  extendGrant: {
    group: 'Status check',
    summary: 'Extend the right to read',
    text: `Once, before its end: it then ends ${limits.grantMinutes} minutes later than it would have. Asking twice at the same moment does not extend it twice.`,
    callers: ['grant'],
    success: { status: 200, text: 'When it ends now.', cookies: '`grant` and `copy`, for that long.' },
    errors: ['copy_extended', 'copy_not_open'],
  },
  endGrant: {
    group: 'Status check',
    summary: 'Give up the right to read',
    callers: ['nobody', 'grant'],
    success: { status: 204, text: 'This browser can no longer read.', cookies: '`grant` expires.' },
  },
} as const satisfies Record<string, CallDescription>;
