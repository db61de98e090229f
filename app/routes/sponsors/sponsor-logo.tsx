import { sourceSet } from '../../domain/files/image-view.ts';
import type { SponsorView } from '../../domain/sponsors/list.ts';
import { NEW_TAB } from '../../ui/smart-link.tsx';
import * as styles from './sponsors.module.css';

/** On a plate of one size, whatever the logo's: nothing moves when it arrives. */
export function SponsorLogo({ sponsor: { name, alt, url, logo } }: { sponsor: SponsorView }) {
  const shown = logo ? <Logo logo={logo} alt={alt} /> : <bdi className={styles.initials}>{name}</bdi>;
  if (url === '') return <span className={styles.plate}>{shown}</span>;
  return (
    <a href={url} className={styles.plate} target="_blank" rel="sponsored noopener" aria-describedby={NEW_TAB}>
      {shown}
    </a>
  );
}

function Logo({ logo, alt }: { logo: NonNullable<SponsorView['logo']>; alt: string }) {
  const { src, width, height } = logo;
  const sizes = `min(8.5rem, 4rem * ${width && height ? (width / height).toFixed(2) : 2})`;
  return (
    <picture>
      {logo.variants !== null &&
        (['avif', 'webp'] as const).map((format) => (
          <source key={format} type={`image/${format}`} srcSet={sourceSet(logo, format)} sizes={sizes} />
        ))}
      <img
        src={src}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
        decoding="async"
        className={styles.logo}
      />
    </picture>
  );
}
