import { createContext } from 'react';
import type { CommitteeChoice } from '../../domain/committees/list.ts';
import { ANY_CURRENCY, type Money } from '../../domain/money.ts';

/** Whether the club has members; the admin layout provides it. */
export const MembersContext = createContext(false);

/** The committees that an event may belong to, for the person in the admin area. */
export const CommitteesContext = createContext<CommitteeChoice>({ options: [], isRequired: false });

/** How the club writes amounts of money. */
export const MoneyContext = createContext<Money>({ locale: 'en', currency: ANY_CURRENCY });
