/**
 * A8: the cost of looking up a session for each call. Slides are public, the same for staff while all are published,
 * and the cheapest answer, so the same call with and without the cookie shows the worst case.
 */
import { endpoints } from '../../contract/endpoints.ts';
import { answerTo, requireSame } from '../answer.ts';
import { requestText } from '../load.ts';
import { cookieOf, type Stage, withProduct } from '../stage.ts';
import type { Figure } from '../targets.ts';
import { compared, inTurns } from '../turns.ts';

const { path } = endpoints.slides;
const connections = 8;

export async function measureStaffCall(stage: Stage): Promise<Figure[]> {
  return withProduct(stage, stage.large, async ({ port, pid, staff }) => {
    const headers = cookieOf(await staff());
    requireSame(await answerTo({ port, path, headers }), await answerTo({ port, path }), 'slides');
    const withSession = requestText({ port, path, headers });
    const without = requestText({ port, path });
    const measured = await inTurns(
      {
        withSession: { port, pid, connections, next: () => withSession },
        without: { port, pid, connections, next: () => without },
      },
      stage.pace,
    );
    return [{ target: 'staffCall', engine: stage.engine, ...compared(measured.withSession, measured.without) }];
  });
}
