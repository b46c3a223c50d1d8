/** The HTTP status of each error. */
import type { ErrorCode } from '../contract/errors.ts';

/** The codes of a value in a request or in a cell of an import: 400 unless listed. */
type ValueCode = Extract<ErrorCode, `invalid_${string}` | `cell_${string}`>;

const statuses: Record<Exclude<ErrorCode, ValueCode>, number> & Partial<Record<ValueCode, number>> = {
  // Any request
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  right_missing: 403,
  outside_link_not_allowed: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  version_conflict: 409,
  transition_not_allowed: 409,
  nothing_to_withdraw: 409,
  held: 409,
  assigned_to_others: 409,
  list_changed: 409,
  body_too_large: 413,
  expectation_failed: 417,
  headers_too_large: 431,
  internal_error: 500,
  overloaded: 503,
  restarting: 503,
  unavailable: 503,
  no_room: 503,
  disk_full: 507,

  // Signing in, passwords, set-up
  all_fields_required: 400,
  passwords_differ: 400,
  password_too_short: 400,
  password_too_long: 400,
  password_too_common: 400,
  password_not_new: 400,
  current_password_needed: 400,
  wrong_current_password: 400,
  email_is_fixed: 400,
  code_required: 400,
  wrong_code: 400,
  wrong_passkey: 400,
  invalid_credentials: 401,
  password_change_needed: 403,
  confirmation_needed: 403,
  second_factor_required: 401,
  second_factor_needed: 403,
  no_second_factor: 409,
  too_many_passkeys: 409,
  invalid_setup_code: 401,
  user_exists: 409,

  // Applications
  surname_length: 400,
  given_name_length: 400,
  names_length: 400,
  photo_required: 400,
  reason_length: 400,
  too_many_ids: 400,
  too_many_selected: 400,
  email_exists: 409,
  passport_exists: 409,

  // Saved views
  view_exists: 409,
  too_many_views: 409,

  // Files
  file_type: 415,
  file_damaged: 415,
  active_pdf: 415,
  photo_too_large: 413,
  photo_too_large_on_edit: 413,
  attachment_too_large: 413,
  too_many_pixels: 413,
  picture_needs_memory: 413,

  // Exports and imports
  import_required: 400,
  import_empty: 400,
  import_column_twice: 400,
  import_fields_missing: 400,
  date_ambiguous: 400,
  export_too_long: 413,
  import_file_type: 415,
  import_old_excel: 415,
  import_encrypted: 415,
  import_macros: 415,
  import_damaged: 415,
  import_encoding: 415,
  import_unpacked_too_large: 413,
  import_too_large: 413,
  import_too_long: 413,
  import_too_wide: 413,
  imports_full: 409,
  import_state: 409,
  file_passport_twice: 409,
  file_email_twice: 409,
  import_not_reached: 409,
  import_changed_since: 409,
  import_gone: 409,

  // The status check and its copy
  enquiry_passport_required: 400,
  enquiry_nationality_required: 400,
  enquiry_unknown_country: 400,
  copy_extended: 409,
  copy_not_open: 409,
  enquiry_over_budget: 429,
  enquiry_blocked: 429,
};

export function httpStatusOf(code: ErrorCode): number {
  return statuses[code] ?? 400;
}
