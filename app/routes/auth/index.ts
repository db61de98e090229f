import { redirect } from 'react-router';
import { onlyRead } from '../../http/actions.ts';

export const loader = () => redirect('/auth/login');

export const action = onlyRead;
