import { Plus } from '../../ui/configured-icon.tsx';
import { describeProblem } from '../../problem.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Checkbox, OptionGroup, Select, TextArea, TextField } from '../../ui/form/field.tsx';
import { ErrorSummary, SendRow } from '../../ui/form/form-status.tsx';
import * as form from '../../ui/form/form.module.css';
import * as icon from '../../ui/icon-button.module.css';
import * as panel from '../../ui/panel.module.css';
import { Picture } from '../../ui/picture.tsx';
import { SmartLink } from '../../ui/smart-link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { inStates, LONG, Shelf, STATES } from './shelf.tsx';

const PICTURE = { src: '/images/placeholder.svg', width: 800, height: 600, blur: null, variants: null };
const REFUSED = describeProblem(503, 'The site cannot store anything now.');

/** `theme` keeps the radios of the two themes apart, because those with the same name form one group. */
export function PublicShelves({ theme }: { theme: string }) {
  return (
    <>
      <Buttons />
      <Shelf name="Fields" specimens={fieldsIn(theme)} />
      <Messages />
      <Shelf name="Spinner" specimens={{ 'after 150 ms': <Spinner label="Loading" /> }} />
      <Shelf
        name="Picture"
        specimens={{
          shown: <Picture image={PICTURE} alt="" sizes="320px" />,
          'cannot be loaded': <Picture image={{ ...PICTURE, src: '/images/none.jpg' }} alt="" sizes="320px" />,
        }}
      />
    </>
  );
}

function Buttons() {
  return (
    <>
      {[false, true].map((quiet) => (
        <Shelf
          key={String(quiet)}
          name={quiet ? 'Button, quiet' : 'Button'}
          specimens={{
            ...inStates(STATES, () => <Button quiet={quiet}>Sign up</Button>),
            disabled: (
              <Button quiet={quiet} disabled>
                Sign up
              </Button>
            ),
            busy: (
              <Button quiet={quiet} aria-disabled={true}>
                Saving…
              </Button>
            ),
            long: <Button quiet={quiet}>{LONG}</Button>,
          }}
        />
      ))}
      <Shelf
        name="Links"
        specimens={{
          ...inStates(STATES, () => <SmartLink to="/events">See more about events</SmartLink>),
          'as a button': <ButtonLink to="/signup">Join</ButtonLink>,
        }}
      />
      <Shelf
        name="Icon button"
        specimens={inStates([...STATES, 'disabled'], (state) => (
          <button
            type="button"
            className={icon.icon}
            aria-label="Add"
            aria-disabled={state === 'disabled' || undefined}
          >
            <Plus size={20} />
          </button>
        ))}
      />
      <Shelf
        name="Copy button"
        specimens={inStates(STATES, () => (
          <CopyButton text={() => 'copied'} />
        ))}
      />
    </>
  );
}

function Messages() {
  return (
    <>
      <Shelf
        name="Panels"
        specimens={{
          ...inStates(['note', 'error', 'good'], (kind) => (
            <p className={panel[kind]}>Tentative date: sign up to make sure you get updates.</p>
          )),
          empty: <Empty>There are no past events to display.</Empty>,
          summary: (
            <ErrorSummary
              text="Please fill all required fields"
              fields={[{ name: 'wrong', label: 'Name' }]}
              form="none"
            />
          ),
        }}
      />
      <Shelf
        name="Send row"
        specimens={{
          default: <SendRow label="Submit" isSending={false} failure={null} />,
          busy: <SendRow label="Submit" isSending failure={null} />,
          failed: <SendRow label="Submit" isSending={false} failure={REFUSED} />,
          arrived: <div className={`${panel.good} ${form.arrived}`}>Your response has been recorded!</div>,
        }}
      />
    </>
  );
}

function fieldsIn(theme: string) {
  return {
    ...inStates(STATES.slice(0, 3), (state) => (
      <TextField label="Name" name={`name-${state}`} hint="As you want to be called." />
    )),
    error: <TextField label="Name" name="wrong" message="Please enter your name" />,
    disabled: <TextField label="Name" name="off" disabled defaultValue="Sam" />,
    long: <TextField label={LONG} name="long" defaultValue={LONG} />,
    lines: <TextArea label="Message" name="message" rows={3} />,
    'choice of one': (
      <Select label="Gender" name="gender">
        <option>Prefer not to say</option>
      </Select>
    ),
    radio: (
      <OptionGroup
        label="Diet"
        name={`diet-${theme}`}
        kind="radio"
        message="Required field"
        options={['Anything', 'Vegetarian', LONG]}
        inputOf={() => ({})}
      />
    ),
    several: (
      <OptionGroup
        label="Shifts"
        name={`shifts-${theme}`}
        kind="checkbox"
        options={['Setting up', 'Tidying up']}
        inputOf={(option) => ({ disabled: option === 'Setting up' })}
      />
    ),
    box: <Checkbox label="I bring a laptop" name="laptop" />,
  };
}
