import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/index.ts'),
  route('home', 'routes/home/home.tsx'),
  route('team', 'routes/team/team.tsx'),
  route('contact', 'routes/contact/contact.tsx'),
  route('signup', 'routes/sign-up/sign-up.tsx'),
  route('join', 'routes/sign-up/sign-up.tsx', { id: 'join' }),
  route('guide', 'routes/guide/guide.tsx'),
  route('links', 'routes/links.tsx'),
  route('services', 'routes/services.tsx'),
  route('dsc', 'routes/dsc.tsx'),
  route('apply', 'routes/apply.tsx'),
  route('merch', 'routes/merch.tsx'),
  ...prefix('events', [
    layout('routes/events/layout.tsx', [
      index('routes/events/list.tsx'),
      route(':id', 'routes/events/show.tsx'),
      route('*', 'routes/events/unknown.ts'),
    ]),
  ]),
  // For whoever has the link that was mailed.
  route('sign-ups/:token', 'routes/sign-ups/manage.tsx'),
  route('past-events', 'routes/events/past-page.ts'),
  ...prefix('auth', [
    index('routes/auth/index.ts'),
    route('login', 'routes/auth/login.tsx'),
    route('logout', 'routes/auth/logout.tsx'),
    route('start', 'routes/auth/start.ts'),
    route('callback', 'routes/auth/callback.ts'),
    route('*', 'routes/auth/unknown.ts'),
  ]),
  // Everything below the layout is for admins only.
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/index.ts'),
    route('home', 'routes/admin/home.tsx'),
    route('execs', 'routes/admin/execs/execs.tsx'),
    route('events', 'routes/admin/events/events.tsx'),
    route('events/:id', 'routes/admin/events/event.tsx'),
    route('events/:id/draft', 'routes/admin/events/draft.ts'),
    route('events/:id/responses.csv', 'routes/admin/events/responses-csv.ts'),
    route('food', 'routes/admin/food/food.tsx'),
    route('dsc', 'routes/admin/dsc/dsc.tsx'),
    route('files', 'routes/admin/files/files.tsx'),
    route('submissions', 'routes/admin/submissions/submissions.tsx'),
    route('submissions/:form/submissions.csv', 'routes/admin/submissions/submissions-csv.ts'),
    route('personal-data', 'routes/admin/personal-data/personal-data.tsx'),
    route('personal-data/file', 'routes/admin/personal-data/file.ts'),
    route('trash', 'routes/admin/trash/trash.tsx'),
    route('*', 'routes/admin/unknown.ts'),
  ]),
  // Every shared component in all its states; in no build.
  ...(import.meta.env.MODE === 'development' ? [route('dev/ui', 'routes/dev/ui.tsx')] : []),
  route('*', 'routes/unknown.ts'),
] satisfies RouteConfig;
