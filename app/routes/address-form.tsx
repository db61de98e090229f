import { useEffect, useRef, useState, type Ref } from 'react';
import { Form, useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import * as form from '../ui/form/form.module.css';
import * as panel from '../ui/panel.module.css';
import { SmartLink } from '../ui/smart-link.tsx';
import type { Asked } from './ask-by-address.server.ts';

interface AddressFormProps {
  asked: Asked | undefined;
  /** The same for everybody, so that nobody learns which addresses are known. */
  answer: string;
  label: string;
  /** Something else on the page matters more. */
  quiet?: boolean;
}

/** Asks for something that comes by mail. The answer replaces the form. */
export function AddressForm({ asked, answer, label, quiet = false }: AddressFormProps) {
  const said = useRef<HTMLParagraphElement>(null);
  // The site’s answer is the same for everyone, so the browser itself remembers what was typed.
  const [entered, setEntered] = useState('');
  /** What is wrong with what was typed; empty: nothing. */
  const [fault, setFault] = useState('');
  /** What the site said of an address that has been changed since. */
  const [outdated, setOutdated] = useState<Asked>();
  useEffect(() => {
    if (asked) said.current?.focus();
  }, [asked]);
  if (asked && asked.detail === undefined) return <SentNote sentence={said} answer={answer} entered={entered} />;
  return (
    <>
      {asked && asked !== outdated && (
        <p role="alert" className={panel.error}>
          {asked.detail}
        </p>
      )}
      <Form
        method="post"
        className={form.form}
        onInput={() => {
          setOutdated(asked);
          setFault('');
        }}
        onSubmit={(event) => {
          const field = event.currentTarget.elements.namedItem('email');
          const email = field instanceof HTMLInputElement ? field.value.trim() : '';
          setEntered(email);
          if (email !== '') return;
          // The site answers an empty address like any other.
          event.preventDefault();
          setFault('Please enter your email address.');
          if (field instanceof HTMLInputElement) field.focus();
        }}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          message={fault || undefined}
          onInvalid={(event) => {
            // Otherwise the browser's own message covers the button.
            event.preventDefault();
            setFault('This is not an email address.');
            event.currentTarget.focus();
          }}
        />
        <p>
          <Button type="submit" quiet={quiet}>
            {label}
          </Button>
        </p>
      </Form>
    </>
  );
}

interface SentNoteProps {
  sentence: Ref<HTMLParagraphElement>;
  answer: string;
  /** Empty where the form was sent without JavaScript. */
  entered: string;
}

function SentNote({ sentence, answer, entered }: SentNoteProps) {
  const { pathname } = useLocation();
  return (
    <div className={panel.note}>
      <p ref={sentence} tabIndex={-1} role="status" className={form.arrived}>
        {answer}
      </p>
      {entered && (
        <p>
          You entered <strong dir="auto">{entered}</strong>.
        </p>
      )}
      <p>
        <SmartLink to={pathname}>Enter another address</SmartLink>
      </p>
    </div>
  );
}
