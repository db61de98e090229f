interface AdminScreen {
  label: string;
  /** A capability of roles.ts, which the table of addresses must not know; left out: whoever may open the admin area. */
  needs?: 'change content' | 'handle members' | 'handle submissions' | 'manage the club' | 'write the digest';
  /** Where it is linked: as a tab, or in a group of the menu ‘More’; left out: on another screen. */
  in?: 'tabs' | 'People and access' | 'Site' | 'Records';
  /** A part of the configuration without which it is linked nowhere. */
  with?: 'submissions' | 'membership' | 'digest';
}

/**
 * The screens at /admin/NAME, each in app/routes/admin/NAME/NAME.tsx, in the order of tabs and menu. What lies below them, and
 * what is no screen, stands in routes.ts.
 */
export const ADMIN_SCREENS: Record<string, AdminScreen> = {
  home: { label: 'Home', in: 'tabs' },
  execs: { label: 'Execs', in: 'tabs' },
  events: { label: 'Events', in: 'tabs' },
  food: { label: 'Food', in: 'tabs' },
  dsc: { label: 'DSC', in: 'tabs' },
  files: { label: 'Files', in: 'tabs' },
  submissions: { label: 'Submissions', needs: 'handle submissions', in: 'tabs', with: 'submissions' },
  members: { label: 'Members', needs: 'handle members', in: 'tabs', with: 'membership' },
  kinds: { label: 'Kinds', needs: 'change content' },
  people: { label: 'People', needs: 'manage the club', in: 'People and access' },
  committees: { label: 'Committees', needs: 'manage the club', in: 'People and access' },
  'personal-data': { label: 'Personal data', needs: 'manage the club', in: 'People and access' },
  handover: { label: 'Handover', needs: 'manage the club', in: 'People and access' },
  pages: { label: 'Pages', in: 'Site' },
  sponsors: { label: 'Sponsors', in: 'Site' },
  links: { label: 'Links', in: 'Site' },
  texts: { label: 'Texts', needs: 'change content', in: 'Site' },
  digest: { label: 'Digest', needs: 'write the digest', in: 'Site', with: 'digest' },
  dates: { label: 'What runs out', needs: 'manage the club', in: 'Records' },
  year: { label: 'The year in figures', needs: 'manage the club', in: 'Records' },
  trash: { label: 'Trash', needs: 'manage the club', in: 'Records' },
};
