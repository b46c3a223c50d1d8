import { z } from 'zod';
import { flag, nullIfEmpty, oneOf, optionalText, text, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';
import { codePointLength, plainText } from './text.ts';

export const slideStatuses = ['Published', 'Unpublished'] as const;

/** The old form sent `active` by default. */
const status = oneOf([...slideStatuses, 'active'], 'invalid_status').transform((value) =>
  value === 'active' ? 'Published' : value,
);

/** https, or a path of this site; `//host` and a backslash would lead elsewhere. */
const link = nullIfEmpty('invalid_link', plainText).refine(
  (value) => value === null || (codePointLength(value) <= limits.textLengthMax && (isOwnPath(value) || isHttps(value))),
  { error: 'invalid_link' },
);

/** Such a link needs a right of its own; see `contract/rights.ts`. */
export function leadsOutside(link: string | null): boolean {
  return link !== null && !isOwnPath(link);
}

function isOwnPath(value: string): boolean {
  return /^\/(?![/\\])[^\\\s]*$/.test(value);
}

function isHttps(value: string): boolean {
  return value.startsWith('https://') && !/\s/.test(value) && URL.canParse(value);
}

const content = optionalText('invalid_slide_text', limits.slideTextLengthMax);

const fields = {
  thumbnail: text('invalid_thumbnail', 1, limits.slideTitleLengthMax),
  title: content,
  thumbnailBn: optionalText('invalid_thumbnail', limits.slideTitleLengthMax),
  titleBn: content,
  status,
  published: flag('invalid_flag'),
  shownOnNavbar: flag('invalid_flag'),
  link,
};

export const newSlide = z.object({
  ...fields,
  title: content.default(null),
  thumbnailBn: fields.thumbnailBn.default(null),
  titleBn: content.default(null),
  status: status.optional(),
  published: fields.published.optional(),
  shownOnNavbar: fields.shownOnNavbar.default(false),
  link: link.default(null),
});

export const slideChange = z.object({ ...fields, position: wholeNumber('invalid_position') }).partial();
