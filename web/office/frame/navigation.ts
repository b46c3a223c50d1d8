/** The groups of the sidebar, in order. */

import type { ComponentType } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { isAllowed, type Permission, type Role } from '../../../contract/roles.ts';
import {
  TbFilePlus,
  TbFiles,
  TbHistory,
  TbLayoutDashboard,
  TbPhoto,
  TbPhotoPlus,
  TbSettings,
  TbUserCircle,
  TbUserPlus,
  TbUsers,
} from './icons.tsx';

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
  icon: ComponentType<{ size?: number; strokeWidth?: number }>;
  /** The permission of the screen's main call. */
  permission: Permission;
  /** Screens without an entry of their own for which this entry is the current one. */
  also?: readonly string[];
}

interface Group {
  title: 'start' | 'subAdmin' | 'application' | 'approved' | 'superAdmin';
  entries: readonly Entry[];
}

const groups: readonly Group[] = [
  {
    title: 'start',
    entries: [
      {
        text: 'dashboard',
        path: '/dashboard',
        icon: TbLayoutDashboard,
        permission: endpoints.applicationSummary.permission,
      },
    ],
  },
  {
    title: 'subAdmin',
    entries: [
      {
        text: 'adminList',
        path: '/userManagement',
        icon: TbUsers,
        permission: endpoints.users.permission,
        also: ['/editUserManagement'],
      },
      { text: 'addAdmin', path: '/addUserManagement', icon: TbUserPlus, permission: endpoints.addUser.permission },
    ],
  },
  {
    title: 'application',
    entries: [
      {
        text: 'applicationList',
        path: '/application',
        icon: TbFiles,
        permission: endpoints.searchApplications.permission,
        also: ['/userView', '/updateApplicationView', '/editApplication'],
      },
      {
        text: 'addApplication',
        path: '/addUserApplication',
        icon: TbFilePlus,
        permission: endpoints.addApplication.permission,
      },
    ],
  },
  {
    title: 'approved',
    entries: [
      {
        text: 'sliderList',
        path: '/slider',
        icon: TbPhoto,
        permission: endpoints.slides.permission,
        also: ['/editSlider'],
      },
      { text: 'addSlider', path: '/addSliders', icon: TbPhotoPlus, permission: endpoints.addSlide.permission },
    ],
  },
  {
    title: 'superAdmin',
    entries: [
      { text: 'profile', path: '/profile', icon: TbUserCircle, permission: 'superAdmin' },
      { text: 'auditLog', path: '/auditLog', icon: TbHistory, permission: endpoints.searchAudit.permission },
      { text: 'settings', path: '/setting', icon: TbSettings, permission: endpoints.sessions.permission },
    ],
  },
];

/** The entries that a role may open. */
export function navigationFor(role: Role): Group[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ permission }) => isAllowed(permission, role)) }))
    .filter(({ entries }) => entries.length > 0);
}

export function isCurrent({ path, also = [] }: Pick<Entry, 'path' | 'also'>, pathname: string): boolean {
  return [path, ...also].some((own) => pathname === own || pathname.startsWith(`${own}/`));
}
