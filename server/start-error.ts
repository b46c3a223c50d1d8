/** A start that cannot go on; the message tells the owner what to do. */
export class StartError extends Error {}
