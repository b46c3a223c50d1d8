/** Shows its children only to users who may make a call. The server checks the same permission with the call. */
import type { ReactNode } from 'react';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { useMayCall } from './signed-in-user.ts';

export function Allowed({ call, children }: { call: EndpointName; children: ReactNode }) {
  return useMayCall(call) && children;
}
