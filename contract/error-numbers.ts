/** Numbers as the texts of errors write them, in the digits of each language. */
export const { format: en } = new Intl.NumberFormat('en');
export const { format: bn } = new Intl.NumberFormat('bn');
