/**
 * The faults that the product must withstand, with their tests: `npm run faults` runs them and prints a row for each
 * case. A test is named by its file and the first words of its title; `task.meta.figure` is its count or measurement.
 */

import { dataProtectionCases } from './data-protection-cases.ts';
import type { FaultCase } from './fault-case.ts';

export const faultCases: readonly FaultCase[] = [
  {
    part: 'ways in',
    case: 'tricks in a path',
    holds: 'never data, the same limits count',
    tests: {
      'http/paths': [
        'with a trick in it',
        'that only resembles',
        'in capitals',
        'with escaped letters',
        'in a request with',
        'cannot avoid a check',
        'is taken from the request line',
      ],
    },
  },
  {
    part: 'ways in',
    case: 'a foreign Host or X-Forwarded-Host',
    holds: 'links and cookies come from PUBLIC_URL',
    tests: {
      'server/app': ['sends a page under', 'ignores any other'],
      'http/cross-site': ['is not helped by Host'],
    },
  },
  {
    part: 'ways in',
    case: 'X-Forwarded-For without a trusted proxy',
    holds: 'the limits still see one client',
    tests: {
      'http/caller': ['ignores a forwarded address when', 'ignores a forwarded address from', 'cannot be changed by'],
      'enquiry/enquiry-budgets': ['a forwarded address is believed'],
    },
  },
  {
    part: 'ways in',
    case: 'writes from another site',
    holds: 'only same-origin passes, no effect',
    tests: {
      'http/cross-site': ['is refused on every', 'is told apart', 'is refused before', 'cannot be hidden'],
      'pages/page-calls': ['writes nothing for'],
      'page-routes': ['a page post from'],
    },
  },
  {
    part: 'ways in',
    case: 'every call by every caller and id',
    holds: 'as the table of permissions',
    tests: {
      'http/permissions': [
        'has every call',
        'holds for the public',
        'holds for an admin',
        'holds for the super',
        'treats a deleted',
        'gives a wrong',
        'is checked before',
        'answers every malformed',
      ],
      'files/files': ['are read by staff and by'],
    },
  },
  {
    part: 'ways in',
    case: 'fields that no caller may set',
    holds: 'ignored',
    tests: {
      'applications/applications': ['fields that no caller may'],
      'users/users': ['are added by the super'],
      'slides/slides': ['ignore unknown'],
    },
  },
  {
    part: 'ways in',
    case: 'sign-in: unknown, wrong, locked account',
    holds: 'same bytes, times not separable, known browsers get in',
    tests: {
      'sign-in/sign-in': ['answers the same bytes', 'locks an account', 'lets a neighbour', 'still lets in a browser'],
      'process/timing': ['a sign-in'],
    },
  },
  {
    part: 'ways in',
    case: 'status check: wrong birth date, unknown passport',
    holds: 'same bytes, times not separable',
    tests: { 'enquiry/enquiry': ['whichever part is wrong'], 'process/timing': ['a status check'] },
  },
  {
    part: 'ways in',
    case: '300 applicants behind one address',
    holds: 'all served',
    tests: { 'enquiry/enquiry-budgets': ['a village behind'] },
  },
  {
    part: 'ways in',
    case: 'one address that tries many passports',
    holds: 'stopped within 20 misses',
    tests: {
      'enquiry/enquiry-budgets': ['one address spraying', 'fifty different passports', 'two nodes share every'],
    },
  },
  {
    part: 'ways in',
    case: 'markup in every text',
    holds: 'inert on every screen and on paper',
    tests: { 'applications/applications': ['markup in any text'], 'slides/slides': ['keep markup as'] },
  },
  {
    part: 'ways in',
    case: 'security headers and the content policy',
    holds: 'on every answer, no violation',
    tests: {
      'http/headers': ['carries the security headers', 'has HSTS'],
      'browser/enquiry': ['an applicant finds'],
      'office/keyboard': ['an application is added'],
    },
  },
  {
    part: 'ways in',
    case: 'after signing out: back, a copied link or cookie',
    holds: 'nothing personal',
    tests: {
      'sessions/sessions': ['has ended on the server'],
      'browser/copy-script': ['a copy that is closed in one tab'],
      'document-and-print': ['a page of the copy from'],
    },
  },
  {
    part: 'ways in',
    case: 'a marked value in every field, header, name and failing query',
    holds: 'in no log',
    tests: {
      'server/log': ['has nothing of what', 'has only the place', 'keeps the class'],
      'process/postgres-log': ['has no refused'],
      'enquiry/enquiry': ['the records and log lines'],
    },
  },
  {
    part: 'files',
    case: 'other formats called .jpg',
    holds: '415, nothing stored',
    tests: { 'uploads/multipart': ['%s called .jpg'], 'files/picture': ['a file that is cut'] },
  },
  {
    part: 'files',
    case: 'what a picture carries beside its pixels',
    holds: 'not in what is stored',
    tests: { 'files/picture': ['keeps nothing of a jpeg', 'keeps nothing of a png'] },
  },
  {
    part: 'files',
    case: 'a picture of 30,000 × 30,000 pixels',
    holds: 'refused in 2 s, memory < 300 MB more',
    tests: { 'files/picture': ['more than 50 megapixels'] },
  },
  {
    part: 'files',
    case: 'sizes to the byte, lying and missing lengths, 200 MB',
    holds: 'right text, memory flat',
    tests: {
      'uploads/multipart': ['%s is exact', 'count real bytes'],
      'files/files': ['exactly as large'],
      'http/body': ['is counted while'],
    },
  },
  {
    part: 'files',
    case: '20,000 damaged forms',
    holds: 'only 4xx, no file, no descriptor',
    tests: { 'uploads/multipart': ['thousands of damaged'] },
  },
  {
    part: 'files',
    case: 'hostile names of files',
    holds: 'never a path, headers intact',
    tests: { 'uploads/multipart': ['with its texts and files'] },
  },
  {
    part: 'files',
    case: 'uploads that are cut',
    holds: 'no temporary file after a minute',
    tests: { 'uploads/multipart': ['an upload that is cut', 'left by a killed'] },
  },
  {
    part: 'files',
    case: 'an import of 100,000 rows with faults of fifteen kinds in 3,000 of them',
    holds: 'each named, no other cell changed',
    tests: { 'imports/planted-faults': ['names each of'] },
  },
  {
    part: 'files',
    case: 'an export in LibreOffice: formulas, tabs, lines, Bangla',
    holds: 'every cell as the text that it is',
    tests: { 'applications/export': ['as %s is read by'] },
  },
  {
    part: 'faults',
    case: 'kill -9 during uploads and edits',
    holds: 'every answered write, no half file',
    tests: { 'process/kill': ['a process killed'] },
  },
  {
    part: 'faults',
    case: 'order of sync: file, rename, folder, commit, answer',
    holds: 'seen by strace',
    tests: { 'process/sync-order': ['an upload is answered'] },
  },
  {
    part: 'faults',
    case: 'a full disk',
    holds: '507, nothing partial, reads go on',
    tests: { 'process/full-disk': ['a full disk', 'a start and a command'], 'storage/storage': ['a full disk'] },
  },
  {
    part: 'faults',
    case: 'PostgreSQL restarted 5 times under load',
    holds: '2xx or 503, nothing lost, back in 2 s',
    tests: { 'process/lost-postgres': ['is restarted', 'vanishes without'] },
  },
  {
    part: 'faults',
    case: 'two nodes restarted in turn under load',
    holds: 'no failed request',
    tests: { 'process/two-nodes': ['are restarted one'] },
  },
  {
    part: 'faults',
    case: '500 slow connections',
    holds: 'others are served',
    tests: { 'process/slow-callers': ['five hundred'] },
  },
  {
    part: 'faults',
    case: 'two processes on a folder, a damaged database, a wrong key',
    holds: 'one clear message, nothing changed',
    tests: {
      'process/start': ['a second process', 'a damaged database'],
      'server/resources': ['is as it was after a start with another'],
      'db/migrate': ['is refused by a release'],
    },
  },
  {
    part: 'faults',
    case: 'fifty adds at once, two decisions, two editors',
    holds: 'one record, one state, the stale one is told',
    tests: {
      'applications/applications': ['fifty adds', 'an edit of', 'thirty concurrent'],
      'applications/decisions': ['approve and reject'],
      'office/form-add': ['a filled form'],
    },
  },
  {
    part: 'faults',
    case: 'paging while records come and go',
    holds: 'each old record exactly once',
    tests: { 'applications/list': ['a walk with asOf', 'a walk sees each'] },
  },
  {
    part: 'faults',
    case: 'backup and restore by the commands, on either engine and storage',
    holds: 'counts and hashes equal, one command each',
    tests: {
      'process/restore': ['a backup made while', 'a backup needs a recipient', 'a backup is made'],
      'backup/backup': ['restores the same rows', 'names a file', 'never replaces'],
    },
  },
  {
    part: 'faults',
    case: 'the PostgreSQL primary is lost under load, behind HAProxy',
    holds: '2xx or 503, nothing lost, back in 10 s',
    tests: { 'process/lost-primary': ['a primary that is killed'] },
  },
  {
    part: 'faults',
    case: '100,000 requests',
    holds: 'memory and descriptors flat',
    tests: { 'process/long-run': ['memory and descriptors'] },
  },
  {
    part: 'faults',
    case: 'the image of deploy/, step by step in an empty folder, as a user without rights',
    holds: 'runs, writes its data folder alone, stops',
    tests: {
      'process/image': ['serves pages', 'runs as a user', "runs the owner's", 'has neither tests', 'ends by itself'],
    },
  },
  {
    part: 'faults',
    case: 'installed with NODE_ENV=production',
    holds: 'fetches what builds, builds, and removes it',
    tests: { 'process/production-install': ['fetches what only builds'] },
  },
  ...dataProtectionCases,
];
