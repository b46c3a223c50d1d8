/** What only those see who may make a call. The server asks the same when the call arrives. */
import type { ReactNode } from 'react';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { useMayCall } from './signed-in-user.ts';

export function Allowed({ call, children }: { call: EndpointName; children: ReactNode }) {
  return useMayCall(call) && children;
}
