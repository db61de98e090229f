import { MapPin } from './icons.tsx';
import { mapAddress } from '../../domain/events/map-address.ts';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import * as styles from './place.module.css';

export function Place({ location, className }: { location: string; className?: string | undefined }) {
  const { maps } = useSiteFacts();
  if (location.trim() === '') return null;
  const address = mapAddress(location, maps);
  return (
    <p className={[styles.place, className].filter(Boolean).join(' ')}>
      <MapPin size={18} />
      {address ? (
        <SmartLink to={address}>
          <bdi>{location}</bdi>
          <span className="visually-hidden"> on a map</span>
        </SmartLink>
      ) : (
        <bdi>{location}</bdi>
      )}
    </p>
  );
}
