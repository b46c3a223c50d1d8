/** The paths of the screens that ask for a session. */
export const screens = [
  'dashboard',
  'userManagement',
  'addUserManagement',
  'editUserManagement',
  'application',
  'addUserApplication',
  'editApplication',
  'userView',
  'updateApplicationView/:id',
  'slider',
  'addSliders',
  'editSlider',
  'setting',
];
