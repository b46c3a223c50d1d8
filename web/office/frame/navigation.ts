/** The groups of the sidebar, in order. */
import {
  IconFilePlus,
  IconFiles,
  IconHistory,
  IconLayoutDashboard,
  IconPhoto,
  IconPhotoPlus,
  IconSettings,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { isAllowed, type Permission, type Role } from '../../../contract/roles.ts';

interface Entry {
  text:
    | 'dashboard'
    | 'adminList'
    | 'addAdmin'
    | 'applicationList'
    | 'addApplication'
    | 'sliderList'
    | 'addSlider'
    | 'profile'
    | 'settings'
    | 'auditLog';
  path: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  permission: Permission;
  /** Screens that belong to this entry without one of their own. */
  also?: readonly string[];
}

interface Group {
  title: 'start' | 'subAdmin' | 'application' | 'approved' | 'superAdmin';
  entries: readonly Entry[];
}

const groups: readonly Group[] = [
  {
    title: 'start',
    entries: [{ text: 'dashboard', path: '/dashboard', icon: IconLayoutDashboard, permission: 'staff' }],
  },
  {
    title: 'subAdmin',
    entries: [
      {
        text: 'adminList',
        path: '/userManagement',
        icon: IconUsers,
        permission: 'staff',
        also: ['/editUserManagement'],
      },
      { text: 'addAdmin', path: '/addUserManagement', icon: IconUserPlus, permission: 'superAdmin' },
    ],
  },
  {
    title: 'application',
    entries: [
      {
        text: 'applicationList',
        path: '/application',
        icon: IconFiles,
        permission: 'staff',
        also: ['/userView', '/updateApplicationView', '/editApplication'],
      },
      { text: 'addApplication', path: '/addUserApplication', icon: IconFilePlus, permission: 'staff' },
    ],
  },
  {
    title: 'approved',
    entries: [
      { text: 'sliderList', path: '/slider', icon: IconPhoto, permission: 'staff', also: ['/editSlider'] },
      { text: 'addSlider', path: '/addSliders', icon: IconPhotoPlus, permission: 'staff' },
    ],
  },
  {
    title: 'superAdmin',
    entries: [
      { text: 'profile', path: '/profile', icon: IconUserCircle, permission: 'superAdmin' },
      { text: 'auditLog', path: '/auditLog', icon: IconHistory, permission: 'superAdmin' },
      { text: 'settings', path: '/setting', icon: IconSettings, permission: 'staff' },
    ],
  },
];

/** What somebody of this role may open. */
export function navigationFor(role: Role): Group[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ permission }) => isAllowed(permission, role)) }))
    .filter(({ entries }) => entries.length > 0);
}

export function isCurrent({ path, also = [] }: Pick<Entry, 'path' | 'also'>, pathname: string): boolean {
  return [path, ...also].some((own) => pathname === own || pathname.startsWith(`${own}/`));
}
