import { sourceSet } from '../../domain/files/image-view.ts';
import type { SponsorTier, SponsorView } from '../../domain/sponsors/list.ts';
import { NEW_TAB } from '../../ui/smart-link.tsx';
import * as styles from './sponsors.module.css';

interface SponsorLogoProps {
  sponsor: SponsorView;
  /** Which tier it is in: 0 for the first of several; left out where all are alike. */
  rank?: number | undefined;
}

/** On a plate of its tier's size, whatever the logo's: nothing moves when it arrives. */
export function SponsorLogo({ sponsor: { name, alt, url, logo }, rank }: SponsorLogoProps) {
  const shown = logo ? (
    <Logo logo={logo} alt={alt} plate={PLATES[rank ?? PLATES.length] ?? LEAST_PLATE} />
  ) : (
    <bdi className={styles.initials}>{name}</bdi>
  );
  if (url === '') return <span className={styles.plate}>{shown}</span>;
  return (
    <a href={url} className={styles.plate} target="_blank" rel="sponsored noopener" aria-describedby={NEW_TAB}>
      {shown}
    </a>
  );
}

/** How high plates are, in rem, by their rank (sponsors.module.css). */
const PLATES = [8, 6.5];
const LEAST_PLATE = 5;

/** The ranks of tiers: none if all are alike, nor for those in no tier. */
export function rankOf(tiers: SponsorTier[], { name }: SponsorTier): number | undefined {
  if (tiers.length < 2 || name === '') return undefined;
  return tiers.findIndex((tier) => tier.name === name);
}

interface LogoProps {
  logo: NonNullable<SponsorView['logo']>;
  alt: string;
  plate: number;
}

function Logo({ logo, alt, plate }: LogoProps) {
  const { src, width, height } = logo;
  const sizes = `min(${2 * plate - 1.5}rem, ${plate - 1}rem * ${width && height ? (width / height).toFixed(2) : 2})`;
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
