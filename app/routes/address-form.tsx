import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import * as form from '../ui/form/form.module.css';
import * as panel from '../ui/panel.module.css';
import type { Asked } from './ask-by-address.server.ts';

interface AddressFormProps {
  asked: Asked | undefined;
  /** Said to everybody alike: it tells nobody which addresses are known. */
  answer: string;
  label: string;
}

/** Asks for something that comes by mail. */
export function AddressForm({ asked, answer, label }: AddressFormProps) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (asked) said.current?.focus();
  }, [asked]);
  return (
    <>
      {asked?.problem !== undefined && (
        <p role="alert" className={panel.error}>
          {asked.problem}
        </p>
      )}
      {asked && asked.problem === undefined && (
        <p ref={said} tabIndex={-1} role="status" className={panel.note}>
          {answer}
        </p>
      )}
      <Form method="post" className={form.form}>
        <TextField label="Email" name="email" type="email" required autoComplete="email" />
        <p>
          <Button type="submit">{label}</Button>
        </p>
      </Form>
    </>
  );
}
