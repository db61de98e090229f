/** The groups of the menu ‘More’, in their order. */
export const GROUPS = ['People and access', 'Site', 'Records'] as const;

/** A capability of roles.ts, which this table must not import. */
type Needs =
  | 'change content'
  | 'change events'
  | 'handle members'
  | 'handle payments'
  | 'handle responses'
  | 'handle submissions'
  | 'import events'
  | 'manage the club'
  | 'write the digest';

interface ScreenEntry {
  label: string;
  /** If left out, everyone who may open the admin area. */
  needs?: Needs;
  /** Where its link is: a tab, or a group of the menu ‘More’. If left out, another screen links to it. */
  in?: 'tabs' | (typeof GROUPS)[number];
  /** A part of the configuration without which nothing links to it. */
  with?: 'submissions' | 'membership' | 'digest';
  /** Other words that people may type to find it or a screen below it. The one that matched is shown beside the label. */
  finds?: readonly (string | { words: string; needs: Needs })[];
}

/**
 * The screens at /admin/NAME, each in app/routes/admin/NAME/NAME.tsx, in the order of tabs and menu. Addresses below them are in
 * routes.ts.
 */
export const ADMIN_SCREENS: Record<string, ScreenEntry> = {
  home: {
    label: 'Home',
    in: 'tabs',
    finds: [
      { words: 'Unsent mail and test mail', needs: 'handle responses' },
      { words: 'Activity', needs: 'manage the club' },
      { words: 'Drafts', needs: 'change events' },
      'Needs attention',
      { words: 'Proposals', needs: 'change events' },
    ],
  },
  execs: { label: 'Execs', in: 'tabs', finds: ['Team, officers and portraits'] },
  events: {
    label: 'Events',
    in: 'tabs',
    finds: [
      { words: 'Payments and refunds, paid and unpaid', needs: 'handle payments' },
      { words: 'Sign-ups, responses, waitlist', needs: 'handle responses' },
      { words: 'Door, check-in and QR codes of tickets', needs: 'handle responses' },
      { words: 'Message to those who signed up', needs: 'handle responses' },
      { words: 'Announce: poster and texts', needs: 'change events' },
      { words: 'Import and calendar files, CSV', needs: 'import events' },
      { words: 'Forms and questions', needs: 'change events' },
    ],
  },
  food: { label: 'Food', in: 'tabs', finds: ['Menu, prices and services'] },
  dsc: { label: 'DSC', in: 'tabs', finds: ['Cards'] },
  files: { label: 'Files', in: 'tabs', finds: ['Uploads, pictures and images'] },
  submissions: {
    label: 'Submissions',
    needs: 'handle submissions',
    in: 'tabs',
    with: 'submissions',
    finds: ['Contact and membership forms', 'Messages and replies', 'Download CSV'],
  },
  members: {
    label: 'Members',
    needs: 'handle members',
    in: 'tabs',
    with: 'membership',
    finds: ['Membership, payments, paid and unpaid', 'Import and download CSV', 'Cards'],
  },
  kinds: { label: 'Kinds', needs: 'change content', finds: ['Colours and categories of events'] },
  people: {
    label: 'People',
    needs: 'manage the club',
    in: 'People and access',
    finds: ['Roles, rights and access', 'Invite someone', 'Admins, password and sign-in'],
  },
  committees: {
    label: 'Committees',
    needs: 'manage the club',
    in: 'People and access',
    finds: ['Roles, groups and proposals'],
  },
  'personal-data': {
    label: 'Personal data',
    needs: 'manage the club',
    in: 'People and access',
    finds: ['Privacy, GDPR: find, export, erase and delete a person'],
  },
  handover: {
    label: 'Handover',
    needs: 'manage the club',
    in: 'People and access',
    finds: ['Download a copy, backup and archive', 'Accounts, keys, passwords and bank'],
  },
  pages: { label: 'Pages', in: 'Site', finds: ['Menu and footer'] },
  sponsors: { label: 'Sponsors', in: 'Site', finds: ['Logos and supporters'] },
  links: { label: 'Links', in: 'Site', finds: ['Short links and QR codes', 'Visits'] },
  texts: { label: 'Texts', needs: 'change content', in: 'Site', finds: ['Words of the site', 'Notice above the menu'] },
  digest: {
    label: 'Digest',
    needs: 'write the digest',
    in: 'Site',
    with: 'digest',
    finds: ['Newsletter and subscribers by email'],
  },
  dates: {
    label: 'What runs out',
    needs: 'manage the club',
    in: 'Records',
    finds: ['Backup, restoring and practice', 'Certificate, disk and renewals'],
  },
  year: {
    label: 'The year in figures',
    needs: 'manage the club',
    in: 'Records',
    finds: ['Statistics, numbers and report', 'Download CSV'],
  },
  trash: { label: 'Trash', needs: 'manage the club', in: 'Records', finds: ['Removed, deleted, undo and restore'] },
};
