/** The screens behind the login: the file of each, and the call that a user must be allowed to make to open it. */
import { type EndpointName, mayCall } from '../../contract/endpoints.ts';
import type { officeScreens } from '../../contract/pages.ts';
import type { Principal } from '../../contract/rights.ts';
import { isAllowed } from '../../contract/roles.ts';

export type Screen = (typeof officeScreens)[number];

interface ScreenRow {
  /** The file may export only its component, since the server bundle omits it. */
  file: string;
  call: EndpointName;
  /** Where other users are redirected; the dashboard by default. */
  otherwise?: Screen;
}

export const screens: Record<Screen, ScreenRow> = {
  dashboard: { file: 'office/dashboard/dashboard.tsx', call: 'applicationSummary' },
  userManagement: { file: 'office/users/list.tsx', call: 'users' },
  addUserManagement: { file: 'office/users/add.tsx', call: 'addUser', otherwise: 'userManagement' },
  editUserManagement: { file: 'office/users/edit.tsx', call: 'updateUser', otherwise: 'userManagement' },
  application: { file: 'office/applications/list/list.tsx', call: 'searchApplications' },
  addUserApplication: { file: 'office/applications/form/add.tsx', call: 'addApplication', otherwise: 'application' },
  editApplication: { file: 'office/applications/form/edit.tsx', call: 'updateApplication', otherwise: 'application' },
  userView: { file: 'office/applications/copy/copy-screen.tsx', call: 'application' },
  'updateApplicationView/:id': { file: 'office/applications/copy/copy-screen.tsx', call: 'application' },
  import: { file: 'office/applications/transfer/import-list.tsx', call: 'addImport', otherwise: 'application' },
  'import/:id': { file: 'office/applications/transfer/import-run.tsx', call: 'addImport', otherwise: 'application' },
  slider: { file: 'office/slides/list.tsx', call: 'slides' },
  addSliders: { file: 'office/slides/add.tsx', call: 'addSlide', otherwise: 'slider' },
  editSlider: { file: 'office/slides/edit.tsx', call: 'updateSlide', otherwise: 'slider' },
  setting: { file: 'office/settings/settings.tsx', call: 'sessions' },
  auditLog: { file: 'office/audit/audit-log.tsx', call: 'searchAudit' },
};

export function mayOpen(screen: Screen | 'profile', user: Principal | null): boolean {
  // The call `profile` is public because of the set-up.
  return screen === 'profile' ? isAllowed('superAdmin', user?.role ?? null) : mayCall(screens[screen].call, user);
}
