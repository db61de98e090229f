interface DrillStep {
  says: string;
  /** What to type, with BACKUP for the backup's folder. */
  command?: string;
}

/** The steps of the sheet, in order; test/long/drill-sheet.test.ts follows them to the letter. */
export const DRILL_STEPS: DrillStep[] = [
  { says: 'Sit down at a computer that is not the site’s. Whoever usually restores backups watches and says nothing.' },
  { says: 'Copy the latest backup onto it: the whole folder, from where the club keeps its backups.' },
  { says: 'Copy Clubroom onto it, of the same version or a later one: the project’s folder, or a release.' },
  {
    says: 'In Clubroom’s folder, type the next line, with the path of the backup in place of BACKUP. In a release, type ‘./club’ in place of ‘npm run club --’.',
    command: 'npm run club -- drill BACKUP',
  },
  {
    says: 'Wait for the code. It means that the backup is whole, and that the site started from it with every page and record.',
  },
  { says: 'Type the code into ‘Code’ under ‘Practise’ at /admin/dates, and press ‘Save’. It counts once.' },
  { says: 'Delete the backup from this computer: what people wrote is in it.' },
];
