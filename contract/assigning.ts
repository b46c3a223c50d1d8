/** What a request about assigned records may send, in a file without zod. */

/** The caller, instead of the id of an account. */
export const oneself = 'me';
export const nobody = 'nobody';

/** For records of somebody else: the call is refused, they keep the records, or they lose them. */
export const othersChoices = ['refuse', 'keep', 'take'] as const;
export type OthersChoice = (typeof othersChoices)[number];
