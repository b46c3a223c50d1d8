/** The file of each screen behind the login. It may export only its component, since the server bundle leaves it out. */
import type { officeScreens } from '../../contract/pages.ts';

export const screenFiles: Record<(typeof officeScreens)[number], string> = {
  dashboard: 'office/dashboard/dashboard.tsx',
  userManagement: 'office/users/list.tsx',
  addUserManagement: 'office/users/add.tsx',
  editUserManagement: 'office/users/edit.tsx',
  application: 'office/applications/list/list.tsx',
  addUserApplication: 'office/applications/form/add.tsx',
  editApplication: 'office/applications/form/edit.tsx',
  userView: 'office/applications/copy/view.tsx',
  'updateApplicationView/:id': 'office/applications/copy/view.tsx',
  slider: 'office/slides/list.tsx',
  addSliders: 'office/slides/add.tsx',
  editSlider: 'office/slides/edit.tsx',
  setting: 'office/settings/settings.tsx',
  auditLog: 'office/audit/audit-log.tsx',
};
