import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { PersonalData } from '../../../domain/personal-data/view-personal-data.ts';
import { Dialog, DialogBody, SaveBar } from '../../../ui/dialog.tsx';
import * as dialog from '../../../ui/dialog.module.css';
import { CheckboxField, BoundTextField } from '../../../ui/admin/fields.tsx';
import { Notices } from '../../../ui/admin/notices.tsx';
import { useProblem, useSend } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { whatGoes, whatStays } from './what-goes.ts';
import * as styles from './personal-data.module.css';

interface EraseDialogProps {
  found: PersonalData;
  onClose: () => void;
  /** Called after everything was erased, while the dialog is still open. */
  onErased: () => void;
}

/** Asks for the address once more, because erasing cannot be undone. */
export function EraseDialog(props: EraseDialogProps) {
  const { found, onClose } = props;
  const [andClaims, setAndClaims] = useState(false);
  const { typed, type, message, problem, isBusy, onSubmit } = useErasing(props, andClaims);
  return (
    <Dialog title="Erase everything about this address" onClose={onClose}>
      <form className={dialog.form} onSubmit={onSubmit} noValidate>
        <DialogBody>
          <p className={styles.address}>{found.address}</p>
          <Lines title="What goes" lines={whatGoes(found, andClaims)} />
          <Lines title="What stays" lines={whatStays(found)} />
          {found.claims.length > 0 && (
            <CheckboxField
              field={{
                name: 'andClaims',
                label: 'Also erase the accounts that only claim the address',
                value: andClaims,
                onChange: setAndClaims,
                onBlur: () => {},
                message: undefined,
              }}
              hint="Only if you know that they are this person’s: the identity provider has not verified the address."
            />
          )}
          <p>This action is irreversible</p>
          <Confirmation typed={typed} onChange={type} message={message} />
        </DialogBody>
        <SaveBar>
          <Notices problem={problem} offline="Nothing can be erased before you are back online." />
          <Button quiet onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Erasing…' : 'Erase everything'}
          </Button>
        </SaveBar>
      </form>
    </Dialog>
  );
}

function useErasing({ found, onClose, onErased }: EraseDialogProps, andClaims: boolean) {
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useProblem();
  const sender = useSend(
    (answer) => {
      if (!answer.ok) return setProblem(answer);
      onClose();
      onErased();
    },
    { method: 'delete' },
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem(undefined);
    if (typed.trim().toLowerCase() === found.address) {
      return sender.send({ email: found.address, andClaims });
    }
    setMessage(`This is not ${found.address}`);
    event.currentTarget.querySelector('input')?.focus();
  };
  const type = (text: string) => {
    setTyped(text);
    setMessage(undefined);
  };
  return { typed, type, message, problem, isBusy: sender.busy, onSubmit };
}

interface ConfirmationProps {
  typed: string;
  onChange: (text: string) => void;
  message: string | undefined;
}

function Confirmation({ typed, onChange, message }: ConfirmationProps) {
  const place = useRef<HTMLDivElement>(null);
  // On a small screen, the message would be out of sight.
  useEffect(() => {
    if (message) place.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <div ref={place}>
      <BoundTextField
        field={{
          name: 'address',
          label: 'Type the address to confirm',
          value: typed,
          onChange,
          message,
          onBlur: () => {},
        }}
        spellCheck={false}
      />
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h3 className={styles.lines}>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
