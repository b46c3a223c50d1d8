/** The export of the list over HTTP. */
import { dhakaDay } from '../../contract/dates.ts';
import { spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import { accept, readJson } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { exportApplications } from './export.ts';
import { applicationExport } from './requests.ts';

export const exportHandlers = {
  async exportApplications({ request, ctx }) {
    const input = accept(applicationExport, await readJson(request));
    const headers = {
      'content-type': spreadsheetFormats[input.form],
      'content-disposition': `attachment; filename="applications-${dhakaDay(ctx.now())}.${input.form}"`,
    };
    return { status: 200, headers, cookies: [], body: { chunks: await exportApplications(ctx, input) } };
  },
} satisfies Partial<Handlers>;
