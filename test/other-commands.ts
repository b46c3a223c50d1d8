/** The commands that run what `npm test` leaves out, so that it takes minutes; `.ci/run` runs all of them. */

/** By the name of the project in `vitest.config.ts`. */
export const otherCommands = {
  office: 'npm run test:office: every screen of the office in a browser',
  process: 'npm run test:processes: whole products and commands, started, stopped and killed',
} as const;
