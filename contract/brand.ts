/** What pages say of the consultancy; nothing secret. */
export interface Brand {
  name: string;
  contactEmail: string;
  contactPhone: string;
  contactAddress: string;
  educationUrl: string;
  /** The consultancy's licence, who gave it, and where that can be looked up; null where it is not said. */
  licenceNumber: string | null;
  licenceBody: string | null;
  licenceRegisterUrl: string | null;
}
