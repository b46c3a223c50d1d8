/**
 * Loaded first by every process that a test starts: it ends when the test's own process has ended, also if that was
 * killed and could not end anything.
 */
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 1_000).unref();
