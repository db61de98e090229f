import { data, redirect } from 'react-router';
import { READING } from '../http/env.ts';
import { findAddress } from '../http/find-address.ts';

/** To be thrown by what the club has not switched on: what any unknown path beside this one answers. */
export function unknownPath({ method, url }: Request) {
  if (!READING.has(method)) return data('This cannot be done here.', { status: 405 });
  return redirect(findAddress(url).isForOfficers ? '/admin/home' : '/home');
}
