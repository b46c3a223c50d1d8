/** The characters of codes that people type: Crockford's base 32, without I, L, O and U, which are misread. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
