import { redirect } from 'react-router';
import { onlyRead } from '../http/actions.ts';

export const loader = () => redirect('/home');

export const action = onlyRead;
