/** The cases of `npm run faults` about stolen data, sign-in, keys, backups, the audit tree and erasing. */
import type { FaultCase } from './fault-case.ts';

export const dataProtectionCases: readonly FaultCase[] = [
  {
    part: 'data protection',
    case: 'a disk, a bucket or a backup is stolen',
    holds: 'no picture, name, number or key in it',
    tests: {
      'backup/stolen': ['stored files and a backup'],
      'backup/backup': ['holds no session'],
      'storage/storage': ['keeps %i bytes', 'hands out no byte', 'hands out no file'],
    },
  },
  {
    part: 'data protection',
    case: 'a password is stolen',
    holds: 'with a factor nothing; without, users, factors and erasing need confirmation',
    tests: {
      'sign-in/confirmation': ['changes no account', 'is confirmed only by the right'],
      'factors/totp': ['is asked for after', 'shares the budget', 'of another account opens'],
      'factors/required': ['can only make the', 'protect the super'],
      'applications/erasure': ['is refused without a'],
    },
  },
  {
    part: 'data protection',
    case: 'codes that are reused, old, early or signed for another account, on two nodes at once',
    holds: 'refused as a wrong password, each once',
    tests: {
      'factors/totp': ['is accepted one step', 'lets in one of many', 'has its secret and', 'is replaced once a'],
      'factors/codes': ['a code is that'],
    },
  },
  {
    part: 'data protection',
    case: 'passkeys: another origin or challenge, no verification, a counter that has been, a removed key',
    holds: 'refused with the same bytes, on record',
    tests: {
      'factors/passkeys': [
        'is not added by',
        'is added only',
        'signs nobody in by',
        'answers a challenge once',
        'opens nothing after',
        'is not accepted with',
      ],
    },
  },
  {
    part: 'data protection',
    case: 'a confirmation of another session, account or time',
    holds: 'refused, 15 minutes for its own session',
    tests: {
      'sign-in/confirmation': ['is then confirmed for', 'is not confirmed by'],
      'factors/passkeys': ['by a passkey counts once,', 'of an account with an'],
    },
  },
  {
    part: 'data protection',
    case: 'a lost key',
    holds: 'named at the start, replaced without losing a record',
    tests: {
      'process/keys': ['without SECRET_KEY', 'a lost key', 'a second node without', 'a key of the settings'],
      'server/resources': ['refuses that where', 'loses its stored files'],
      'factors/required': ['keep working under a'],
    },
  },
  {
    part: 'data protection',
    case: 'a backup while 50 uploads and decisions run',
    holds: 'one moment, restored anywhere, all equal',
    tests: { 'process/restore-everywhere': ['a backup made during'] },
  },
  {
    part: 'data protection',
    case: 'a backup that is cut, altered or lies',
    holds: 'refused before anything is written',
    tests: {
      'backup/backup': ['is refused wherever it', 'is refused without'],
      'backup/crafted-backup': ['with $title', 'that begins an endless'],
      'backup/archive': ['an archive that'],
    },
  },
  {
    part: 'data protection',
    case: 'a restore that is killed',
    holds: 'refuses to start, the next one begins again',
    tests: { 'process/restore-killed': ['a restore killed'], 'backup/backup': ['that was only partially restored'] },
  },
  {
    part: 'data protection',
    case: 'audit rows changed, removed, swapped, added, cut, all rewritten and signed again',
    holds: 'named, 60 of 60 each',
    tests: {
      'audit-tree/verify': ['with %s', 'that was rewritten and signed', 'begins no second', 'takes no entry'],
      'audit-tree/outside-verifier': ['verifies the whole log'],
      'audit-tree/keys': ['by %s'],
    },
  },
  {
    part: 'data protection',
    case: '200 kills while the key is changed',
    holds: 'every file readable, the former key refused',
    tests: {
      'process/key-rotation': ['a process killed again'],
      'key-rotation/rotation': ['loses nothing', 'that is removed too', 'restores no record', 'hands out no altered'],
    },
  },
  {
    part: 'data protection',
    case: 'an erased person',
    holds: 'in no table, file, index or restore',
    tests: {
      'applications/erasure': ['removes a %s record', 'while files and decisions', 'by two callers at'],
      'applications/physical-erasure': ['leaves no byte', 'or an erasure by'],
      'backup/backup': ['leaves out the'],
      'backup/erased-passports': ['is restored without it and'],
      'process/restore': ['a record that was'],
      'db/personal-tables': ['names every table'],
    },
  },
  {
    part: 'data protection',
    case: 'two nodes back up, sign and sweep, one frozen for a minute',
    holds: 'each thing once',
    tests: {
      'process/frozen-node': ['a node that is frozen for', 'a node that is frozen while'],
      'backup/due-backup': ['that fails leaves nothing'],
      'process/two-nodes': ['sign the audit log'],
    },
  },
];
