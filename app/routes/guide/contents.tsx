import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import * as styles from './guide.module.css';

interface Section {
  id: string;
  text: string;
}

const LABEL = 'In this guide';

export function Contents({ sections }: { sections: Section[] }) {
  const list = useRef<HTMLElement>(null);
  const current = useCurrentSection(sections);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !link) return;
    const { scrollTop, clientHeight } = list.current;
    const isVisible = link.offsetTop >= scrollTop && link.offsetTop + link.offsetHeight <= scrollTop + clientHeight;
    if (!isVisible) list.current.scrollTop = link.offsetTop - clientHeight / 2;
  }, [current]);
  return (
    <nav ref={list} className={styles.contents} aria-labelledby="guide-contents">
      <p id="guide-contents" className={styles.label}>
        {LABEL}
      </p>
      <SectionLinks sections={sections} current={current} />
    </nav>
  );
}

export function FoldedContents({ sections }: { sections: Section[] }) {
  const fold = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={fold} className={styles.folded}>
      <summary>{LABEL}</summary>
      <nav aria-label={LABEL}>
        <SectionLinks sections={sections} onChoose={() => fold.current?.removeAttribute('open')} />
      </nav>
    </details>
  );
}

interface SectionLinksProps {
  sections: Section[];
  current?: string | undefined;
  onChoose?: () => void;
}

function SectionLinks({ sections, current, onChoose }: SectionLinksProps) {
  return (
    <ul className={styles.sections}>
      {sections.map(({ id, text }) => (
        <li key={id}>
          <Link to={{ hash: id }} aria-current={id === current ? 'location' : undefined} onClick={onChoose}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How far below the navigation bar a heading counts as reached, in pixels. */
const REACHED = 48;

function useCurrentSection(sections: Section[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const isPassed = ({ id }: Section) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= bar + REACHED;
      setCurrent(sections.findLast(isPassed)?.id);
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    lookSoon();
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [sections]);
  return current;
}
