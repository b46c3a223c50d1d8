/**
 * An application that is inserted straight into the database, pending and without a photo, for tests that need no more.
 */
import type { Application } from '../../../contract/answers.ts';
import type { FormField } from '../../../contract/application-form.ts';
import { initialStatus } from '../../../contract/status.ts';
import type { DemoApplicant } from '../../../demo/applicants.ts';
import { rowsOf } from '../../../demo/rows.ts';
import { insertApplication, takeSequences } from '../../../server/applications/applications.db.ts';
import { presentApplication } from '../../../server/applications/present.ts';
import { detailsOf } from '../../../server/db/application-columns.ts';
import { newId } from '../../../server/identifiers.ts';
import { buildFields } from '../../build.ts';
import type { openProduct } from '../open-product.ts';
import type { Typed } from './application-typing.ts';

export async function insertedApplication(
  product: Pick<ReturnType<typeof openProduct>, 'withResources'>,
  overrides: Typed = {},
): Promise<Application> {
  const details = detailsOf(buildFields(overrides) as Record<FormField, string>);
  const id = newId();
  let application: Application | undefined;
  await product.withResources(async ({ database: { db }, now }) => {
    const pending = { status: initialStatus, visaCollectDate: null, visaApproveDate: null, history: [] };
    const applicant = { ...details, ...pending, createdAt: now().toISOString(), index: 0 };
    const sequence = await takeSequences(db, 1);
    const row = rowsOf(applicant as DemoApplicant, { id, sequence }).application;
    application = presentApplication(await insertApplication(db, row));
  });
  if (!application) throw new Error('The application was not inserted.');
  return application;
}
