/** The calls of applications over HTTP: translates wire names to those of the rules, and back. */
import type { Answers } from '../../contract/answers.ts';
import {
  applicationChange,
  decisionRequest,
  newApplication,
  type RestorableField,
  withdrawal,
} from '../../contract/application.ts';
import {
  type FormField,
  formFields,
  type Slot,
  slotNames,
  slots,
  uniqueFields,
} from '../../contract/application-form.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { recordOf } from '../../contract/record-of.ts';
import { type DecisionCall, type DecisionKind, forEachDecisionCall } from '../../contract/status.ts';
import { passportKey } from '../../contract/text.ts';
import { logListed } from '../audit/bulk-reading.ts';
import { logView } from '../audit/reading-log.ts';
import type { Context } from '../context.ts';
import { detailsOf, type FileColumn } from '../db/application-columns.ts';
import { attachmentThumbnails, photoThumbnails } from '../files/stored-objects.ts';
import { readGuesses } from '../guesses/guesses.ts';
import { type Answer, json, noContent } from '../http/answer.ts';
import { accept, readJson, readQuery } from '../http/body.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { Refusal } from '../refusal.ts';
import { acceptForm, missingFile, type PictureRule, type ReceivedForm, receiveForm } from '../uploads/receive-form.ts';
import {
  type ApplicationRow,
  addApplication,
  changeApplication,
  readApplication,
  requireLive,
  unblock,
} from './applications.ts';
import { approveSeveral, decide, withdrawDecision } from './decisions.ts';
import { eraseApplication, holdApplication, measureErasure } from './erasure.ts';
import { bringBack, pastChanges, type RestorableColumn } from './former-values.ts';
import { listApplications } from './list.ts';
import { matchesOf } from './matches.ts';
import {
  presentApplication,
  presentAssigned,
  presentGuesses,
  presentHistory,
  presentHold,
  presentListed,
  presentVersion,
} from './present.ts';
import { deleteApplication, deleterNames, restoreApplication } from './removal.ts';
import {
  attachmentChange,
  bringBackRequest,
  bulkApproval,
  erasureRequest,
  type FindRequest,
  findRequest,
  holdRequest,
  listQuery,
  takenRequest,
} from './requests.ts';
import { searchableFieldsOf } from './search-keys.ts';
import { searchTermsOf } from './search-terms.ts';
import { uniqueConflicts } from './uniqueness.ts';

const photoOnAdd: PictureRule = {
  bytesMax: limits.photoBytesMax,
  tooLarge: 'photo_too_large',
  thumbnails: photoThumbnails,
};
const photoOnEdit: PictureRule = {
  bytesMax: limits.photoOnEditBytesMax,
  tooLarge: 'photo_too_large_on_edit',
  thumbnails: photoThumbnails,
};

export const applicationHandlers = {
  applications: ({ ctx, request }) => list(ctx, { ...accept(listQuery, readQuery(request.url)), find: '' }),
  searchApplications: async ({ ctx, request }) => list(ctx, accept(findRequest, await readJson(request))),

  application: async ({ ctx, params }) => {
    const [{ application, decisions }, guesses] = await Promise.all([
      readApplication(ctx, params.id),
      readGuesses(ctx, params.id),
    ]);
    logView(ctx, 'application.viewed', application.id);
    return json({
      ...presentApplication(application),
      history: decisions.map(presentHistory),
      guesses: presentGuesses(guesses),
      hold: presentHold(application),
      assigned: presentAssigned(application),
    });
  },

  takenValues: async ({ ctx, request }) => {
    const { passport, email, except = null } = accept(takenRequest(today(ctx)), await readJson(request));
    const values = { passportKey: passport === undefined ? undefined : passportKey(passport), email };
    const conflicts = await uniqueConflicts(ctx, values, except);
    return json(recordOf(uniqueFields, (field) => conflicts.get(field) ?? null) satisfies Answers['takenValues']);
  },

  addApplication: async ({ ctx, request }) => {
    const form = await receiveForm(ctx, request, { image: photoOnAdd });
    try {
      const details = acceptForm(newApplication(today(ctx)), form, missingFile(form, 'image', 'photo_required'));
      return answer(await addApplication(ctx, detailsOf(details), form.files), 201);
    } finally {
      await form.discard();
    }
  },

  updateApplication: (call) =>
    change(call, { image: photoOnEdit }, (form) => {
      const { version, ...details } = acceptForm(applicationChange(today(call.ctx)), form);
      return { version, details, remove: [] };
    }),

  updateAttachments: (call) =>
    change(call, attachmentRules(call.ctx), (form) => {
      const { version, remove = [], ...details } = acceptForm(attachmentChange(today(call.ctx)), form);
      return { version, details, remove };
    }),

  ...forEachDecisionCall(
    ({ decision }) =>
      (call: Call<DecisionCall>) =>
        decideBy(call, decision),
  ),

  approveSeveral: async ({ ctx, request }) => {
    const {
      applications,
      date = null,
      collectDate = null,
      note = null,
      reason,
    } = accept(bulkApproval, await readJson(request));
    const versions = applications.map(({ _id, version }) => ({ id: _id, version }));
    const outcomes = await approveSeveral(ctx, versions, { date, collectDate, note, reason });
    return json({
      outcomes: outcomes.map(({ id, refusal, row }) => ({
        _id: id,
        refusal,
        application: row && presentApplication(row),
      })),
    });
  },

  withdrawDecision: async ({ ctx, request, params }) => {
    const { reason, version = null } = accept(withdrawal, await readJson(request));
    return presentingConflict(async () => answer(await withdrawDecision(ctx, params.id, reason, version)));
  },

  deleteApplication: async ({ ctx, params }) => answer(await deleteApplication(ctx, params.id)),
  restoreApplication: async ({ ctx, params }) => answer(await restoreApplication(ctx, params.id)),

  erasure: async ({ ctx, params }) => json(await measureErasure(ctx, params.id)),

  eraseApplication: async ({ ctx, request, params }) => {
    const { reason } = accept(erasureRequest, await readJson(request));
    await eraseApplication(ctx, params.id, reason);
    return json({ _id: params.id });
  },

  holdApplication: async ({ ctx, request, params }) => {
    const row = await holdApplication(ctx, params.id, accept(holdRequest, await readJson(request)));
    return json(presentListed(row, (await deleterNames(ctx, [row])).get(row.id) ?? null));
  },

  versions: async ({ ctx, params }) => {
    const versions = await pastChanges(ctx, params.id);
    logView(ctx, 'application.viewed', params.id);
    return json(versions.map(presentVersion));
  },

  bringBack: async ({ ctx, request, params }) => {
    const { version, fields } = accept(bringBackRequest, await readJson(request));
    return answer(await bringBack(ctx, params.id, version, fields.map(columnOfField)));
  },

  unblock: async ({ ctx, params }) => {
    await unblock(ctx, params.id);
    return noContent();
  },
} satisfies Partial<Handlers>;

async function list(ctx: Context, query: FindRequest): Promise<Answer> {
  const { rows, total, asOf } = await listApplications(ctx, query);
  await logListed(
    ctx,
    rows.map(({ id }) => id),
  );
  const deleters = await deleterNames(ctx, rows);
  const terms = searchTermsOf(query.find);
  return json({
    applications: rows.map((row) => ({
      ...presentListed(row, deleters.get(row.id) ?? null),
      ...(query.find !== '' && { matches: matchesOf(terms, searchableFieldsOf(row)) }),
    })),
    totalApplication: total,
    totalPages: Math.ceil(total / query.limit),
    asOf,
  });
}

type WireDetails = Partial<Record<FormField, string | undefined>>;
type ParseForm = (form: ReceivedForm) => {
  version: number | undefined;
  details: WireDetails;
  remove: Slot[];
};

async function change(
  { ctx, request, params: { id } }: Call<'updateApplication' | 'updateAttachments'>,
  rules: Record<string, PictureRule>,
  parseForm: ParseForm,
): Promise<Answer> {
  await requireLive(ctx, id);
  const form = await receiveForm(ctx, request, rules);
  try {
    const { version, details, remove } = parseForm(form);
    const row = await presentingConflict(() =>
      changeApplication(
        ctx,
        id,
        {
          details: detailsOf(details),
          version: version ?? null,
          files: { prepared: form.files, columnOf: fileColumnOf },
          emptied: remove.map(fileColumnOf),
        },
        'image' in rules ? 'application.changed' : 'application.attached',
      ),
    );
    return answer(row);
  } finally {
    await form.discard();
  }
}

async function decideBy({ ctx, request, params }: Call<DecisionCall>, decision: DecisionKind): Promise<Answer> {
  const {
    date = null,
    collectDate = null,
    note = null,
    reason,
    version = null,
  } = accept(decisionRequest, await readJson(request));
  return presentingConflict(async () =>
    answer(await decide(ctx, params.id, decision, { date, collectDate, note, reason, version })),
  );
}

/** The refusal of a stale version carries the present record, in wire names like every answer. */
async function presentingConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'version_conflict') throw error;
    throw new Refusal('version_conflict', { current: presentApplication(error.detail.current as ApplicationRow) });
  }
}

function attachmentRules(ctx: Context): Record<string, PictureRule> {
  const rule: PictureRule = {
    bytesMax: limits.attachmentBytesMax,
    tooLarge: 'attachment_too_large',
    allowPdf: ctx.settings.attachmentsAllowPdf,
    thumbnails: attachmentThumbnails,
  };
  return Object.fromEntries(slotNames.map((slot) => [slot, rule]));
}

function fileColumnOf(field: string): FileColumn {
  return isSlot(field) ? slots[field].name : 'photo';
}

function columnOfField(field: RestorableField): RestorableColumn {
  return Object.hasOwn(formFields, field) ? formFields[field as FormField].name : fileColumnOf(field);
}

function isSlot(field: string): field is Slot {
  return Object.hasOwn(slots, field);
}

function today(ctx: Context): string {
  return dhakaDay(ctx.now());
}

function answer(row: ApplicationRow, status = 200): Answer {
  return json(presentApplication(row), { status });
}
