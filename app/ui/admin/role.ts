import { createContext, useContext } from 'react';
import { ANY_CURRENCY, type Money } from '../../domain/money.ts';
import { can, type Capability, type Role } from '../../domain/roles.ts';

/** The role of whoever looks at the admin area; its layout provides it. */
export const RoleContext = createContext<Role | null>(null);

/** What somebody's role does not include is not offered to them; the server refuses it anyway. */
export function useCan(capability: Capability): boolean {
  return can(useContext(RoleContext), capability);
}

/** Whether the club has members; the admin layout knows. */
export const MembersContext = createContext(false);

/** How the club writes amounts. */
export const MoneyContext = createContext<Money>({ locale: 'en', currency: ANY_CURRENCY });
