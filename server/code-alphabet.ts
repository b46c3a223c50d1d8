/**
 * The characters of codes that people type: Crockford's base 32, without I, L and O, which are misread, and U, which
 * would allow swear words.
 */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
