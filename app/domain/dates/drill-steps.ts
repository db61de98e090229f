export interface DrillStep {
  says: string;
  /** What is typed, with BACKUP for the backup's folder. */
  command?: string;
}

/** What the sheet says, in its order; test/long/drill.test.ts follows it to the letter. */
export const DRILL_STEPS: DrillStep[] = [
  { says: 'Sit down at another computer than the site’s. Whoever usually does this watches and says nothing.' },
  { says: 'Copy the latest backup onto it: the whole folder, from where the club keeps its backups.' },
  { says: 'Copy Clubroom onto it, of the same version or a later one: the project’s folder, or a release.' },
  {
    says: 'In Clubroom’s folder, type this with the path of the backup in the place of BACKUP. In a release, ‘./club’ stands in the place of ‘npm run club --’.',
    command: 'npm run club -- drill BACKUP',
  },
  {
    says: 'Wait for the code. It means: the backup is whole, and the site came up from it with every page and record.',
  },
  { says: 'Type the code into ‘Code’ under ‘Practise’ at /admin/dates, and press ‘Save’. It counts once.' },
  { says: 'Delete the backup from this computer: what people wrote is in it.' },
];
