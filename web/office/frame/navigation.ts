/** The groups of the sidebar, in order. */
import type { ComponentType } from 'react';
import type { Principal } from '../../../contract/rights.ts';
import { mayOpen, type Screen } from '../screens.ts';
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
  screen: Screen | 'profile';
  icon: ComponentType<{ size?: number; strokeWidth?: number }>;
  /** Paths of screens without an entry, for which this entry is marked as the current one. */
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
        screen: 'dashboard',
        icon: TbLayoutDashboard,
      },
    ],
  },
  {
    title: 'subAdmin',
    entries: [
      {
        text: 'adminList',
        screen: 'userManagement',
        icon: TbUsers,
        also: ['/editUserManagement'],
      },
      { text: 'addAdmin', screen: 'addUserManagement', icon: TbUserPlus },
    ],
  },
  {
    title: 'application',
    entries: [
      {
        text: 'applicationList',
        screen: 'application',
        icon: TbFiles,
        also: ['/userView', '/updateApplicationView', '/editApplication', '/import'],
      },
      {
        text: 'addApplication',
        screen: 'addUserApplication',
        icon: TbFilePlus,
      },
    ],
  },
  {
    // The specification's heading for the slides.
    title: 'approved',
    entries: [
      {
        text: 'sliderList',
        screen: 'slider',
        icon: TbPhoto,
        also: ['/editSlider'],
      },
      { text: 'addSlider', screen: 'addSliders', icon: TbPhotoPlus },
    ],
  },
  {
    title: 'superAdmin',
    entries: [
      { text: 'profile', screen: 'profile', icon: TbUserCircle },
      { text: 'auditLog', screen: 'auditLog', icon: TbHistory },
      { text: 'settings', screen: 'setting', icon: TbSettings },
    ],
  },
];

/** The entries that a user may open. */
export function navigationFor(user: Principal): Group[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ screen }) => mayOpen(screen, user)) }))
    .filter(({ entries }) => entries.length > 0);
}

export const screenPath = (screen: Entry['screen']) => `/${screen}`;

export function isCurrent({ screen, also = [] }: Pick<Entry, 'screen' | 'also'>, pathname: string): boolean {
  return [screenPath(screen), ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
