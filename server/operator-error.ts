/** An error whose message tells the operator what to do; it ends the process without a stack. */
export class OperatorError extends Error {}
