import { Dialog, DialogBody, SaveBar } from '../../../ui/admin/dialog.tsx';
import { Button } from '../../../ui/button.tsx';

interface AskFirstProps {
  title: string;
  text: string;
  /** The button that goes ahead. */
  yes: string;
  go: () => void;
  onClose: () => void;
}

/** Says what something means before it is done; nothing is saved yet either way. */
export function AskFirst({ title, text, yes, go, onClose }: AskFirstProps) {
  const goAhead = () => {
    go();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} small>
      <DialogBody>
        <p>{text}</p>
      </DialogBody>
      <SaveBar>
        <Button quiet onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button onClick={goAhead}>{yes}</Button>
      </SaveBar>
    </Dialog>
  );
}
