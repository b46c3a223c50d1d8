/** What pages say of the consultancy; nothing secret. */
export interface Brand {
  name: string;
  contactEmail: string;
  contactPhone: string;
  contactAddress: string;
  educationUrl: string;
}
