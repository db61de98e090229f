import { Button } from '../button.tsx';
import { Dialog, DialogBody, SaveBar } from './dialog.tsx';

export interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
}

interface AskFirstProps extends Question {
  go: () => void;
  onClose: () => void;
}

export function AskFirst({ title, text, yes, no, go, onClose }: AskFirstProps) {
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
          {no}
        </Button>
        <Button onClick={goAhead}>{yes}</Button>
      </SaveBar>
    </Dialog>
  );
}
