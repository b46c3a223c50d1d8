/** Imports over HTTP: receives a file and the fields of its columns, and begins the steps of an import. */
import { dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import type { ImportProblem, ListedImport, ImportRun as WireRun } from '../../contract/transfer-answers.ts';
import { type Answer, json, noContent } from '../http/answer.ts';
import { accept, invalidInput, readJson } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { cutText } from '../spreadsheets/cells.ts';
import { receiveOneFile } from '../uploads/receive-form.ts';
import {
  addImport,
  checkImport,
  deleteImport,
  expiryOf,
  type ImportRun,
  listImports,
  lostCount,
  openReport,
  readImport,
  type StoredRow,
  shownLengthMax,
  startImport,
  undoImport,
  type VisibleImportRun,
} from './imports.ts';
import { codeOfState, writeReport } from './report.ts';
import { importCheck, importReportRequest, importUpload } from './requests.ts';
import { cellsOf, problemsOf } from './stored-row.ts';

const fileRule = { bytesMax: limits.importBytesMax, tooLarge: 'import_too_large', isAnyType: true } as const;

export const importHandlers = {
  imports: async ({ ctx }) => json((await listImports(ctx)).map(presentListed)),

  async addImport({ ctx, request }) {
    const { fields, path, discard } = await receiveOneFile(ctx, request, 'file', fileRule);
    try {
      const { fileName } = accept(importUpload, fields);
      if (path === null) throw invalidInput({ file: 'import_required' });
      return answer(await addImport(ctx, path, fileName, async () => request.recheckPermission?.()), 201);
    } finally {
      await discard();
    }
  },

  importRun: async ({ ctx, params }) => answer(await readImport(ctx, params.id)),

  async checkImport({ ctx, params, request }) {
    const { columns, dateOrder = null } = accept(importCheck, await readJson(request));
    return answer(await checkImport(ctx, params.id, { columns, dateOrder }));
  },

  startImport: async ({ ctx, params }) => answer(await startImport(ctx, params.id)),
  undoImport: async ({ ctx, params }) => answer(await undoImport(ctx, params.id)),

  async importReport({ ctx, params, request }) {
    const { form: format } = accept(importReportRequest, await readJson(request));
    const run = await openReport(ctx, params.id);
    const headers = {
      'content-type': spreadsheetFormats[format],
      'content-disposition': `attachment; filename="import-${dhakaDay(new Date(run.createdAt))}.${format}"`,
    };
    return { status: 200, headers, cookies: [], body: { chunks: writeReport(ctx, run, format) } };
  },

  async deleteImport({ ctx, params }) {
    await deleteImport(ctx, params.id);
    return noContent();
  },
} satisfies Partial<Handlers>;

function answer(run: ImportRun, status = 200): Answer {
  return json(present(run), { status });
}

function presentListed(run: VisibleImportRun): ListedImport {
  return {
    _id: run.id,
    createdAt: run.createdAt,
    expiresAt: expiryOf(run),
    by: run.accountName,
    fileName: run.fileName,
    form: run.form,
    state: run.state,
    rows: run.rowCount,
    done: run.doneCount,
    fit: run.fitCount,
    refused: run.refusedCount,
    imported: run.importedCount,
    takenBack: run.takenBackCount,
    kept: run.keptCount,
    lost: lostCount(run),
  };
}

function present({ run, preview, reported }: ImportRun): WireRun {
  return {
    ...presentListed(run),
    headingRow: run.headingRow,
    headings: JSON.parse(run.headings),
    columns: JSON.parse(run.columns),
    dateOrder: run.dateOrder,
    preview: preview.map((row) => ({ row: row.number, cells: cellsOf(row).map(shown) })),
    problems: reported.flatMap(presentProblems),
  };
}

function presentProblems(row: StoredRow): ImportProblem[] {
  const state = row.state;
  const code = codeOfState[state];
  if (code) return [{ row: row.number, state, column: null, cell: '', code }];
  const cells = cellsOf(row);
  return Object.entries(problemsOf(row)).map(([column, code]) => ({
    row: row.number,
    state,
    column: Number(column),
    cell: shown(cells[Number(column)] ?? ''),
    code,
  }));
}

function shown(cell: string): string {
  return cutText(cell, shownLengthMax);
}
