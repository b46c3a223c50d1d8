/** Every error of the API with its status. The pages need its texts alone, which are apart in `texts/`. */
import { type FieldErrorCode, formFieldNames, formFields } from './application-form.ts';

/** An invalid value of a field of the application form. */
const ofFields = Object.fromEntries(formFieldNames.map((name) => [formFields[name].code, 400])) as Record<
  FieldErrorCode,
  400
>;

/** Exports and imports of spreadsheets. */
export const transferErrors = {
  invalid_form: 400,
  export_too_long: 413,

  // A file that cannot be read
  import_required: 400,
  invalid_file_name: 400,
  import_empty: 400,
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

  // Its columns and steps
  invalid_import_columns: 400,
  invalid_date_order: 400,
  import_column_twice: 400,
  import_fields_missing: 400,
  import_state: 409,

  // A cell or a row that is refused
  cell_formula: 400,
  cell_merged: 400,
  cell_rounded: 400,
  cell_error: 400,
  cell_too_long: 400,
  cell_date_and_time: 400,
  cell_mixed_digits: 400,
  cell_second_heading: 400,
  date_ambiguous: 400,
  file_passport_twice: 409,
  file_email_twice: 409,
  import_changed_since: 409,
  import_gone: 409,
} as const;
export type TransferErrorCode = keyof typeof transferErrors;

export const errorStatuses = {
  // Any request
  bad_request: 400,
  invalid_id: 400,
  invalid_page: 400,
  invalid_limit: 400,
  invalid_search: 400,
  invalid_status: 400,
  invalid_sort: 400,
  invalid_rights: 400,
  invalid_filter: 400,
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
  copy_extended: 409,
  copy_not_open: 409,
  no_room: 503,
  disk_full: 507,

  // Signing in, passwords, set-up
  all_fields_required: 400,
  invalid_credentials: 401,
  passwords_differ: 400,
  password_too_short: 400,
  password_too_long: 400,
  password_too_common: 400,
  password_not_new: 400,
  password_change_needed: 403,
  wrong_current_password: 400,
  confirmation_needed: 403,
  second_factor_required: 401,
  second_factor_needed: 403,
  wrong_code: 400,
  code_required: 400,
  wrong_passkey: 400,
  no_second_factor: 409,
  current_password_needed: 400,
  invalid_setup_code: 401,
  email_is_fixed: 400,
  user_exists: 409,
  invalid_name: 400,

  // An application
  ...ofFields,
  names_length: 400,
  email_exists: 409,
  passport_exists: 409,
  photo_required: 400,
  invalid_remove: 400,
  invalid_fields: 400,
  invalid_view_name: 400,
  invalid_columns: 400,
  view_exists: 409,
  too_many_views: 409,
  invalid_chosen: 400,
  invalid_version: 400,
  invalid_decision_date: 400,
  invalid_collect_date: 400,
  invalid_reason: 400,
  reason_length: 400,
  invalid_hold: 400,
  invalid_assignee: 400,
  invalid_selection: 400,
  too_many_ids: 400,
  too_many_selected: 400,
  invalid_note: 400,

  // Files
  file_type: 415,
  file_damaged: 415,
  active_pdf: 415,
  photo_too_large: 413,
  photo_too_large_on_edit: 413,
  attachment_too_large: 413,
  too_many_pixels: 413,

  ...transferErrors,

  // Slides
  invalid_thumbnail: 400,
  invalid_slide_text: 400,
  invalid_link: 400,
  invalid_position: 400,
  invalid_flag: 400,

  // Enquiry
  enquiry_passport_required: 400,
  enquiry_nationality_required: 400,
  enquiry_unknown_country: 400,
  enquiry_over_budget: 429,
  enquiry_blocked: 429,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;
export const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];
