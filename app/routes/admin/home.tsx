import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import type { Route } from './+types/home';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Admin', description: 'Where the club keeps its site.', path: '/admin/home' });

export default function AdminHome() {
  return (
    <Page>
      <h1>Admin</h1>
      <p>This is the admin area home</p>
    </Page>
  );
}
