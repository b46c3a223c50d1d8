/** The state of the installation over HTTP, for the super admin. */
import type { Answers } from '../../contract/answers.ts';
import { auditSize } from '../audit-log/reading.ts';
import { readSigned } from '../audit-tree/tree.ts';
import { readBackupState } from '../backup/state.ts';
import { json } from '../http/answer.ts';
import type { Handlers } from '../http/routes.ts';
import { countPending } from '../key-rotation/files.ts';
import { release } from '../release.ts';

const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

export const systemHandlers = {
  async system({ ctx }) {
    const { engine } = ctx.database;
    const storage = ctx.settings.bucket ? 's3' : 'disk';
    const backup = await readBackupState(ctx);
    const encryption = { pending: await countPending(ctx) };
    const audit = { entries: await auditSize(ctx), checkpointAt: (await readSigned(ctx)).checkpointAt };
    return json({ release, engine, storage, startedAt, backup, encryption, audit } satisfies Answers['system']);
  },
} satisfies Partial<Handlers>;
