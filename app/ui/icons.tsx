import { createElement, Fragment, type ReactElement, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'width' | 'height'> {
  /** CSS pixels at the usual font size. */
  size?: number;
}

export type IconType = (props: IconProps) => ReactElement;

/** A string among the shapes is the `d` of a path. */
export function createIcon(...shapes: (string | ReactElement)[]): IconType {
  const drawn = shapes.map((shape) => (typeof shape === 'string' ? createElement('path', { d: shape }) : shape));
  const inside = createElement(Fragment, null, ...drawn);
  return function Icon({ size = 24, ...rest }) {
    // In rem, because above 1920 px everything grows, icons too (tokens.css, --root).
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
        {inside}
      </svg>
    );
  };
}

// From Lucide 1.75 (ISC).
export const Menu = createIcon(
  <path data-line="top" d="M4 5h16" />,
  <path data-line="middle" d="M4 12h16" />,
  <path data-line="bottom" d="M4 19h16" />,
);
export const X = createIcon('M18 6 6 18', 'm6 6 12 12');
