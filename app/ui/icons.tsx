import type { ReactElement, ReactNode, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'width' | 'height'> {
  /** In CSS pixels, at the usual size of type. */
  size?: number;
}

export type IconType = (props: IconProps) => ReactElement;

export function createIcon(shapes: ReactNode): IconType {
  return function Icon({ size = 24, ...rest }) {
    // In rem: beyond 1920 px everything grows, icons too (tokens.css, --root).
    const side = `${size / 16}rem`;
    return (
      <svg
        width={side}
        height={side}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={rest['aria-label'] === undefined || undefined}
        {...rest}
      >
        {shapes}
      </svg>
    );
  };
}

// From Lucide 1.75 (ISC).
export const Menu = createIcon(
  <>
    <path d="M4 5h16" />
    <path d="M4 12h16" />
    <path d="M4 19h16" />
  </>,
);
export const X = createIcon(
  <>
    <path d="M18 6 6 18" />
    <path d="m6 6 12 12" />
  </>,
);
