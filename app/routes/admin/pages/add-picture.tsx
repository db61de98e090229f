import { useState } from 'react';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import type { PageValues } from './page-values.ts';
import * as styles from './pages.module.css';

interface AddPictureProps {
  form: RecordForm<PageValues>;
  /** Where the text goes on after it; undefined: at its end. */
  caret: () => number | undefined;
}

const MISSING = 'Please describe the picture for people who cannot see it';

/** A picture is uploaded and described, and then part of the text. */
export function AddPicture({ form, caret }: AddPictureProps) {
  const [round, setRound] = useState(0);
  const [isTried, setTried] = useState(false);
  const { picture, alt, text } = form.values;
  const put = () => {
    setTried(true);
    if (!picture || alt.trim() === '') return;
    form.bind('text').onChange(withPicture(text, markdownOf(picture.url, alt), caret()));
    form.set('picture', null);
    form.set('alt', '');
    setTried(false);
    setRound(round + 1);
  };
  const message = isTried && picture && alt.trim() === '' ? MISSING : undefined;
  return (
    <div className={styles.picture}>
      <UploadField key={round} field={{ ...form.bind('picture'), value: null }} mode="single" accept="image" />
      {picture && (
        <>
          <BoundTextField
            field={{ ...form.bind('alt'), message }}
            hint="What the image shows, for people who cannot see it."
          />
          <div>
            <Button quiet onClick={put}>
              Put into the text
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function withPicture(text: string, picture: string, at = text.length): string {
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
  return [before, picture, after].filter(Boolean).join('\n\n');
}

function markdownOf(url: string, alt: string): string {
  const described = alt
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*_<]/g, '\\$&');
  // What would end the address in the text.
  const address = url.replace(/[()'!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `![${described}](${address})`;
}
