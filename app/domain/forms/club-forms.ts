import type { ClubConfig } from '../../config/club.ts';
import { NotFound } from '../errors.ts';
import { clubForm, email, type AskingClub, type ClubForm } from './club-form.ts';
import { contact } from './contact.ts';
import { execApplication } from './exec-application.ts';
import { memberSignUp } from './member-sign-up.ts';
import { merchOrder } from './merch-order.ts';

export function chatInviteForm() {
  return clubForm('chatInvite', 'Chat invites', [email('Please enter your email')]);
}

export function listClubForms(club: AskingClub): ClubForm[] {
  return [memberSignUp(club), chatInviteForm(), contact(), execApplication(), merchOrder(club)];
}

export function listReceivedForms({ club, forms }: Pick<ClubConfig, 'club' | 'forms'>): ClubForm[] {
  return listClubForms(club).filter(({ id }) => forms[id].action.startsWith('/'));
}

/** @throws NotFound for a form that this site does not receive. */
export function requireReceivedForm(club: Pick<ClubConfig, 'club' | 'forms'>, id: string): ClubForm {
  const form = listReceivedForms(club).find((one) => one.id === id);
  if (!form) throw new NotFound('There is no such form.');
  return form;
}
