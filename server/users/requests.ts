import { z } from 'zod';
import { rights } from '../../contract/rights.ts';

/** The rights that the account has from now on. */
export const rightsChange = z.object({
  rights: z.array(z.enum(rights, { error: 'invalid_rights' }), { error: 'invalid_rights' }),
});
