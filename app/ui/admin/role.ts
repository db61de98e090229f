import { createContext, useContext } from 'react';
import { ANY_CURRENCY, type Money } from '../../domain/money.ts';
import { can, canSomewhere, type Capability, type Role } from '../../domain/roles.ts';

/** The role of whoever looks at the admin area; its layout provides it. */
export const RoleContext = createContext<Role | null>(null);

/** What somebody's role does not include is not offered to them; the server refuses it anyway. */
export function useCan(capability: Capability): boolean {
  return can(useContext(RoleContext), capability);
}

/** Whether the club has members; the admin layout knows. */
export const MembersContext = createContext(false);

/** The committees that an event may be given here; whoever has these alone has to choose one. */
export interface CommitteeChoice {
  options: { key: string; name: string; mayPublish: boolean }[];
  isRequired: boolean;
}

export const CommitteesContext = createContext<CommitteeChoice>({ options: [], isRequired: false });

/** Somewhere at least: of an event, its screen knows. */
export function useCanSomewhere(capability: Capability): boolean {
  return canSomewhere(useContext(RoleContext), capability);
}

/** How the club writes amounts. */
export const MoneyContext = createContext<Money>({ locale: 'en', currency: ANY_CURRENCY });
