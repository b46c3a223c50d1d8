/** Makes a few applications by the product's own rules, in the order of their events. */
import { decisionFor, initialStatus, outcomeOf } from '../contract/status.ts';
import { addApplication, changeApplication } from '../server/applications/applications.ts';
import { decide } from '../server/applications/decisions.ts';
import type { Actor, Context } from '../server/context.ts';
import type { Preparation, PreparedFiles } from '../server/files/preparing.ts';
import { applicant, type DemoApplicant } from './applicants.ts';
import type { DemoDecision } from './decisions.ts';
import { documentsHeld } from './documents.ts';
import { drawForm, type PictureName } from './pictures.ts';

/** For this many coming events pictures are drawn and decoded ahead, so that no processor waits for the database. */
const drawnAhead = 6;

export type Say = (line: string) => void;

interface Event {
  at: string;
  applicant: DemoApplicant;
  pictures: readonly PictureName[];
  /** Null for the arrival and for attachments. */
  decision: DemoDecision | null;
}

export async function fillFew(ctx: Context, count: number, today: string, actor: Actor, say: Say): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => eventsOf(applicant(index, count, today)))
    .flat()
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  const ids = new Map<number, string>();
  const forms = events.slice(0, drawnAhead).map((event) => drawAhead(ctx, event));
  for (const [place, event] of events.entries()) {
    const form = await forms.shift();
    const next = events[place + drawnAhead];
    if (next) forms.push(drawAhead(ctx, next));
    try {
      await perform({ ...ctx, actor, now: () => new Date(event.at) }, event, form?.files ?? new Map(), ids);
    } finally {
      await form?.discard();
    }
    if (event.pictures[0] === 'image' && ids.size % 10 === 0) say(`${ids.size} of ${count} applications`);
  }
}

function eventsOf(person: DemoApplicant): Event[] {
  const papers = documentsHeld(initialStatus);
  const withApproval = documentsHeld(person.status).filter((name) => !papers.includes(name));
  const approval = person.history.find(({ status }) => outcomeOf(status) === 'positive');
  return [
    { at: person.createdAt, applicant: person, pictures: ['image'], decision: null },
    { at: later(person.createdAt, 4), applicant: person, pictures: papers, decision: null },
    ...(approval && withApproval.length
      ? [{ at: later(approval.at, -4), applicant: person, pictures: withApproval, decision: null }]
      : []),
    ...person.history.map((decision) => ({ at: decision.at, applicant: person, pictures: [], decision })),
  ];
}

function later(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString();
}

/** An error is thrown when the event is performed, not while another is. */
function drawAhead(ctx: Context, { applicant, pictures }: Event): Promise<Preparation> {
  const drawing = drawForm(ctx, applicant, pictures);
  drawing.catch(() => {});
  return drawing;
}

async function perform(
  ctx: Context,
  { applicant, pictures, decision }: Event,
  files: PreparedFiles,
  ids: Map<number, string>,
): Promise<void> {
  const id = ids.get(applicant.index);
  if (id === undefined) {
    const { index, history: _history, createdAt: _at, status: _status, ...rest } = applicant;
    const { visaCollectDate: _collect, visaApproveDate: _approve, ...details } = rest;
    ids.set(index, (await addApplication(ctx, details, files)).id);
  } else if (decision) {
    const { status, visaCollectDate, visaApproveDate, note } = decision;
    const isApproval = outcomeOf(status) === 'positive';
    await decide(ctx, id, decisionFor(status), {
      date: isApproval ? visaApproveDate : visaCollectDate,
      collectDate: isApproval ? visaCollectDate : null,
      note,
      reason: null,
      version: null,
    });
  } else if (pictures.length) {
    const columnOf = (field: string) => field as Exclude<PictureName, 'image'>;
    const attached = { prepared: files, columnOf };
    await changeApplication(
      ctx,
      id,
      { details: {}, version: null, files: attached, emptied: [] },
      'application.attached',
    );
  }
}
