import { useState, type SubmitEvent } from 'react';
import { readEmail } from '../../domain/email-input.ts';
import { LONGEST_NAME } from '../../domain/sign-ups/door/door-limits.ts';
import { Dialog, DialogBody, SaveBar } from '../../ui/dialog.tsx';
import * as dialog from '../../ui/dialog.module.css';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';

interface AddSomeoneProps {
  /** The text searched for, which is most likely their name. */
  name: string;
  onAdd: (name: string, email: string) => void;
  onClose: () => void;
}

/** Adds somebody who is at the door but on no list, and checks them in. */
export function AddSomeone({ name, onAdd, onClose }: AddSomeoneProps) {
  const [wrong, setWrong] = useState<{ name?: string; email?: string }>({});
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (field: string) => {
      const value = given.get(field);
      return typeof value === 'string' ? value.trim() : '';
    };
    const [typed, email] = [read('name'), read('email')];
    const address = email === '' ? undefined : readEmail(email, 'Please enter a valid email');
    const isWrong = {
      ...(!typed && { name: 'Required field' }),
      ...(address && 'wrong' in address && { email: address.wrong }),
    };
    setWrong(isWrong);
    const [first] = Object.keys(isWrong);
    if (first === undefined) return onAdd(typed, email);
    return event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <Dialog title="Add someone" onClose={onClose}>
      <form className={dialog.form} noValidate onSubmit={submit}>
        <DialogBody>
          <TextField
            label="Name"
            name="name"
            required
            message={wrong.name}
            defaultValue={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            autoCapitalize="words"
          />
          <TextField
            label="Email"
            name="email"
            message={wrong.email}
            hint="Optional. We send them the link to their sign-up."
            type="email"
            maxLength={320}
            autoComplete="off"
          />
        </DialogBody>
        <SaveBar>
          <Button quiet onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Add</Button>
        </SaveBar>
      </form>
    </Dialog>
  );
}
