import { describeProblem } from '../../problem.ts';
import { ConflictPanel, LeftOutPanel, ProblemPanel } from '../../ui/admin/notices.tsx';
import { LoadFailure } from '../../ui/admin/load-failure.tsx';
import { LONG, Shelf, Specimen } from './specimen.tsx';

const nothing = () => undefined;
const LABELS = { name: 'Name', image: 'Upload Image', tags: 'Options' };
const OPENED = { name: 'Ada', image: null, tags: ['Tea'] };
const THEIRS = { name: LONG, image: null, tags: ['Tea', 'Cocoa'] };
const MINE = { ...OPENED, name: 'Ada Boakye' };

export function SavingShelf() {
  const choice = { takeTheirs: nothing, keepMine: nothing };
  const leftOut = { submitWithout: () => [], saving: false };
  return (
    <Shelf name="What stands in the way" wide>
      <Specimen state="saved by someone else meanwhile">
        <ConflictPanel
          form={{ values: MINE, ...choice }}
          conflict={{ opened: OPENED, theirs: THEIRS, version: 2 }}
          labels={LABELS}
        />
      </Specimen>
      <Specimen state="a file failed">
        <LeftOutPanel form={{ leftOut: ['poster.png'], ...leftOut }} />
      </Specimen>
      <Specimen state="several files failed, saving">
        <LeftOutPanel form={{ leftOut: ['poster.png', `${LONG}.png`], ...leftOut, saving: true }} />
      </Specimen>
      <Specimen state="refused">
        <ProblemPanel problem={describeProblem(503, 'The site cannot store anything now.')} />
      </Specimen>
      <Specimen state="signed out meanwhile">
        <ProblemPanel problem={describeProblem(401, 'You are not signed in any more.')} />
      </Specimen>
      <Specimen state="not loaded">
        <LoadFailure text="The responses cannot be loaded right now." />
      </Specimen>
    </Shelf>
  );
}
