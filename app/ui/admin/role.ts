import { createContext, useContext } from 'react';
import { ANY_CURRENCY, type Money } from '../../domain/money.ts';
import { can, canSomewhere, type Capability, type Role } from '../../domain/roles.ts';

/** The role of the person in the admin area; its layout provides it. */
export const RoleContext = createContext<Role | null>(null);

/** For hiding what somebody's role does not allow; the server refuses it anyway. */
export function useCan(capability: Capability): boolean {
  return can(useContext(RoleContext), capability);
}

/** Whether the club has members; the admin layout provides it. */
export const MembersContext = createContext(false);

/** The committees that an event may belong to here. It is required for people whose role is limited to these. */
export interface CommitteeChoice {
  options: { key: string; name: string; mayPublish: boolean }[];
  isRequired: boolean;
}

export const CommitteesContext = createContext<CommitteeChoice>({ options: [], isRequired: false });

/** True if the role allows it for some events at least; the screen of an event knows whether for that one. */
export function useCanSomewhere(capability: Capability): boolean {
  return canSomewhere(useContext(RoleContext), capability);
}

/** How the club writes amounts of money. */
export const MoneyContext = createContext<Money>({ locale: 'en', currency: ANY_CURRENCY });
