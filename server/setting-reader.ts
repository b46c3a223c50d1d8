/** How the parts of the settings are read. */

/** Reads a setting; null if it is not set. */
export type ReadSetting = (name: string) => string | null;
/** Reports a problem with a setting. */
export type ReportProblem = (name: string, problem: string) => void;

/** Also an address without a dot, such as root@localhost, which the forms refuse. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
