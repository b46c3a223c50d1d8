/** The calls of slides over HTTP: translates wire names to those of the rules, and back. */
import type { z } from 'zod';
import type { Slide } from '../../contract/answers.ts';
import { fileUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { newSlide, slideChange } from '../../contract/slide.ts';
import { slideThumbnails } from '../files/stored-objects.ts';
import { json } from '../http/answer.ts';
import type { Handlers } from '../http/routes.ts';
import { acceptForm, missingFile, type PictureRule, receiveForm } from '../uploads/receive-form.ts';
import {
  addSlide,
  changeSlide,
  deleteSlide,
  listSlides,
  requireSlide,
  type SlideRow,
  type SlideValues,
  slideFields,
} from './slides.ts';

/** In the order of the form: the message is that of the first wrong field. */
const fieldsOfForm = Object.keys(slideFields).flatMap((name) => (name === 'published' ? ['status', name] : [name]));

const imageRule: PictureRule = {
  bytesMax: limits.slideImageBytesMax,
  tooLarge: 'photo_too_large',
  thumbnails: slideThumbnails,
};

export const slideHandlers = {
  slides: async ({ ctx }) => json((await listSlides(ctx)).map(present)),

  addSlide: async ({ ctx, request }) => {
    const form = await receiveForm(ctx, request, { image: imageRule });
    try {
      const slide = acceptForm(newSlide, form, missingFile(form, 'image', 'photo_required'), fieldsOfForm);
      const { thumbnail, title, thumbnailBn, titleBn, shownOnNavbar, link } = slide;
      const values = {
        title: thumbnail,
        content: title,
        titleBangla: thumbnailBn,
        contentBangla: titleBn,
        published: flagOf(publishedIn(slide) ?? true),
        shownOnNavbar: flagOf(shownOnNavbar),
        link,
      };
      const idempotencyKey = request.headers.get('idempotency-key');
      return json(present(await addSlide(ctx, values, form.files, idempotencyKey)), { status: 201 });
    } finally {
      await form.discard();
    }
  },

  updateSlide: async ({ ctx, request, params: { id } }) => {
    await requireSlide(ctx, id);
    const form = await receiveForm(ctx, request, { image: imageRule });
    try {
      const change = acceptForm(slideChange, form, {}, fieldsOfForm);
      return json(present(await changeSlide(ctx, id, valuesOf(change), form.files)));
    } finally {
      await form.discard();
    }
  },

  deleteSlide: async ({ ctx, params }) => json(present(await deleteSlide(ctx, params.id))),
} satisfies Partial<Handlers>;

/** The fields that were sent, under the names of the rules. */
function valuesOf(change: z.output<typeof slideChange>): Partial<SlideValues> {
  const published = publishedIn(change);
  const values: { [Name in keyof SlideValues]?: SlideValues[Name] | undefined } = {
    title: change.thumbnail,
    content: change.title,
    titleBangla: change.thumbnailBn,
    contentBangla: change.titleBn,
    published: published === undefined ? undefined : flagOf(published),
    shownOnNavbar: change.shownOnNavbar === undefined ? undefined : flagOf(change.shownOnNavbar),
    link: change.link,
    position: change.position,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** `status` and `published` mean the same; if both are sent, `published` wins. */
function publishedIn({ published, status }: z.output<typeof slideChange>): boolean | undefined {
  return published ?? (status === undefined ? undefined : status === 'Published');
}

const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0);

function present(row: SlideRow): Slide {
  const published = row.published === 1;
  return {
    _id: row.id,
    thumbnail: row.title,
    title: row.content ?? '',
    thumbnailBn: row.titleBangla,
    titleBn: row.contentBangla,
    image: fileUrl(row.image),
    status: published ? 'Published' : 'Unpublished',
    published,
    shownOnNavbar: row.shownOnNavbar === 1,
    link: row.link,
    position: row.position,
  };
}
