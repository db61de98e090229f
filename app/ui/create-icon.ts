import { createElement, type SVGProps } from 'react';

interface IconData {
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/** Stands in the build for Lucide's own maker of icons (vite.config.ts): the same markup of what this site asks of it. */
export default function createIcon({ size: box, node }: IconData) {
  return function Icon({ size = box, strokeWidth = 2, ...rest }: IconProps) {
    // In rem: beyond 1920 px everything grows, icons too (tokens.css, --root).
    const side = typeof size === 'number' ? `${size / 16}rem` : size;
    const attributes = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: side,
      height: side,
      viewBox: `0 0 ${box} ${box}`,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round' as const,
      strokeLinejoin: 'round' as const,
      ...rest,
    };
    return createElement('svg', attributes, ...node.map(([tag, shape]) => createElement(tag, shape)));
  };
}
