import { expect, test } from 'vitest';
import { loginPath, nextPath } from './sign-in-paths.ts';

const from = (next: string) => nextPath(`http://localhost:3000/login?${new URLSearchParams({ next })}`);

test.each([
  '/dashboard',
  '/application?page=2&status=Pending',
  '/updateApplicationView/0123456789abcdef01234567',
  '/profile',
])('signing in leads back to the own screen %s', (path) => {
  expect(from(path)).toBe(path);
  expect(nextPath(`http://localhost:3000${loginPath(`http://localhost:3000${path}`)}`)).toBe(path);
});

test.each([
  '',
  'dashboard',
  '//evil.example',
  '//evil.example/dashboard',
  '/\\evil.example',
  '/dashboard//evil.example',
  '/dashboard/../api/users/logout',
  '/dashboard\n//evil.example',
  'https://evil.example/dashboard',
  'javascript:alert(1)',
  '/api/users/logout',
  '/login?next=/login',
  '/newPassword',
  '/secondFactor',
  '/dashboard#fragment',
  '/%64ashboard',
])('signing in never leads to %j', (next) => {
  expect(from(next)).toBe('/dashboard');
});
