import { createContext, useContext, useState } from 'react';
import { can, canSomewhere, type Capability, type Role } from '../../domain/roles.ts';

/** The role of the person in the admin area; its layout provides it. */
export const RoleContext = createContext<Role | null>(null);

/** For hiding what somebody's role does not allow; the server refuses it anyway. */
export function useCan(capability: Capability): boolean {
  return can(useContext(RoleContext), capability);
}

/** True if the role allows it for some events at least; the screen of an event knows whether for that one. */
export function useCanSomewhere(capability: Capability): boolean {
  return canSomewhere(useContext(RoleContext), capability);
}

/**
 * Whether an open dialog stays: also if somebody could do this when the screen was opened and cannot any more. They keep what they
 * typed, and read why it is not saved.
 */
export function useKeepsDialog(mayDo: boolean): boolean {
  const [couldDo] = useState(mayDo);
  return mayDo || couldDo;
}
