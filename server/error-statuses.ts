/** The HTTP status of each error. */
import type { ErrorCode } from '../contract/errors.ts';

/** Every code that is not listed refuses an invalid request with 400. */
const statuses: Partial<Record<ErrorCode, number>> = {
  // Any request
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
  shutting_down: 503,
  unavailable: 503,
  no_room: 503,
  disk_full: 507,

  // Signing in, passwords, set-up
  invalid_credentials: 401,
  password_change_needed: 403,
  confirmation_needed: 403,
  second_factor_required: 401,
  second_factor_needed: 403,
  no_second_factor: 409,
  invalid_setup_code: 401,
  user_exists: 409,

  // An application
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
  export_too_long: 413,
  import_file_type: 415,
  import_old_excel: 415,
  import_encrypted: 415,
  import_macros: 415,
  import_damaged: 415,
  import_encoding: 415,
  import_explodes: 413,
  import_too_large: 413,
  import_too_long: 413,
  import_too_wide: 413,
  imports_full: 409,
  import_state: 409,
  file_passport_twice: 409,
  file_email_twice: 409,
  import_changed_since: 409,
  import_gone: 409,

  // The status check and its copy
  copy_extended: 409,
  copy_not_open: 409,
  enquiry_over_budget: 429,
  enquiry_blocked: 429,
};

export function httpStatusOf(code: ErrorCode): number {
  return statuses[code] ?? 400;
}
