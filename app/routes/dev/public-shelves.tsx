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
import { LONG, Shelf, Specimen } from './specimen.tsx';

const STATES = ['default', 'hover', 'focus-visible', 'active'];
const MESSAGE = 'Please enter your name';
const PICTURE = { src: '/images/placeholder.svg', width: 800, height: 600, blur: null, variants: null };

export function PublicShelves({ theme }: { theme: string }) {
  return (
    <>
      <Buttons />
      <Fields theme={theme} />
      <Messages />
      <Shelf name="Spinner">
        <Specimen state="after 150 ms">
          <Spinner label="Loading" />
        </Specimen>
      </Shelf>
      <Shelf name="Picture">
        <Specimen state="shown">
          <Picture image={PICTURE} alt="" sizes="320px" />
        </Specimen>
        <Specimen state="cannot be loaded">
          <Picture image={{ ...PICTURE, src: '/images/none.jpg' }} alt="" sizes="320px" />
        </Specimen>
      </Shelf>
    </>
  );
}

function Buttons() {
  return (
    <>
      {[false, true].map((quiet) => (
        <Shelf key={String(quiet)} name={quiet ? 'Button, quiet' : 'Button'}>
          {STATES.map((state) => (
            <Specimen key={state} state={state}>
              <Button quiet={quiet}>Sign up</Button>
            </Specimen>
          ))}
          <Specimen state="disabled">
            <Button quiet={quiet} disabled>
              Sign up
            </Button>
          </Specimen>
          <Specimen state="busy">
            <Button quiet={quiet} aria-disabled>
              Saving…
            </Button>
          </Specimen>
          <Specimen state="long">
            <Button quiet={quiet}>{LONG}</Button>
          </Specimen>
        </Shelf>
      ))}
      <Shelf name="Links">
        {STATES.map((state) => (
          <Specimen key={state} state={state}>
            <SmartLink to="/events">See more about events</SmartLink>
          </Specimen>
        ))}
        <Specimen state="as a button">
          <ButtonLink to="/signup">Join</ButtonLink>
        </Specimen>
      </Shelf>
      <Shelf name="Icon button">
        {STATES.map((state) => (
          <Specimen key={state} state={state}>
            <button type="button" className={icon.icon} aria-label="Add">
              <Plus size={20} />
            </button>
          </Specimen>
        ))}
        <Specimen state="disabled">
          <button type="button" className={icon.icon} aria-label="Add" aria-disabled>
            <Plus size={20} />
          </button>
        </Specimen>
      </Shelf>
      <Shelf name="Copy button">
        {STATES.map((state) => (
          <Specimen key={state} state={state}>
            <CopyButton text={() => 'copied'} />
          </Specimen>
        ))}
      </Shelf>
    </>
  );
}

function Fields({ theme }: { theme: string }) {
  return (
    <Shelf name="Fields">
      {STATES.slice(0, 3).map((state) => (
        <Specimen key={state} state={state}>
          <TextField label="Name" name={`name-${state}`} hint="As you want to be called." />
        </Specimen>
      ))}
      <Specimen state="error">
        <TextField label="Name" name="wrong" message={MESSAGE} />
      </Specimen>
      <Specimen state="disabled">
        <TextField label="Name" name="off" disabled defaultValue="Sam" />
      </Specimen>
      <Specimen state="long">
        <TextField label={LONG} name="long" defaultValue={LONG} />
      </Specimen>
      <Specimen state="lines">
        <TextArea label="Message" name="message" rows={3} />
      </Specimen>
      <Specimen state="choice of one">
        <Select label="Gender" name="gender">
          <option>Prefer not to say</option>
        </Select>
      </Specimen>
      <Specimen state="radio">
        <OptionGroup
          label="Diet"
          name={`diet-${theme}`}
          kind="radio"
          options={['Anything', 'Vegetarian', LONG]}
          inputOf={() => ({})}
          message="Required field"
        />
      </Specimen>
      <Specimen state="several">
        <OptionGroup
          label="Shifts"
          name={`shifts-${theme}`}
          kind="checkbox"
          options={['Setting up', 'Tidying up']}
          inputOf={(option) => ({ disabled: option === 'Setting up' })}
        />
      </Specimen>
      <Specimen state="box">
        <Checkbox label="I bring a laptop" name="laptop" />
      </Specimen>
    </Shelf>
  );
}

function Messages() {
  return (
    <>
      <Shelf name="Panels">
        {(['note', 'error', 'good'] as const).map((kind) => (
          <Specimen key={kind} state={kind}>
            <p className={panel[kind]}>Tentative date: sign up to make sure you get updates.</p>
          </Specimen>
        ))}
        <Specimen state="empty">
          <Empty>There are no past events to display.</Empty>
        </Specimen>
        <Specimen state="summary">
          <ErrorSummary
            text="Please fill all required fields"
            fields={[{ name: 'wrong', label: 'Name' }]}
            form="none"
          />
        </Specimen>
      </Shelf>
      <Shelf name="Send row">
        <Specimen state="default">
          <SendRow label="Submit" isSending={false} failure={null} />
        </Specimen>
        <Specimen state="busy">
          <SendRow label="Submit" isSending failure={null} />
        </Specimen>
        <Specimen state="failed">
          <SendRow
            label="Submit"
            isSending={false}
            failure={describeProblem(503, 'The site cannot store anything now.')}
          />
        </Specimen>
        <Specimen state="offline">
          <p className={panel.note}>You are offline. What you typed stays here: send it once you are back online.</p>
        </Specimen>
        <Specimen state="arrived">
          <div className={`${panel.good} ${form.arrived}`}>Your response has been recorded!</div>
        </Specimen>
      </Shelf>
    </>
  );
}
