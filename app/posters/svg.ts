/** One decimal is finer than any screen shows at these sizes, and keeps a poster small. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  const size = `width="${short(width)}" height="${short(height)}"`;
  return `<rect x="${short(x)}" y="${short(y)}" ${size} fill="${fill}"/>`;
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}" fill-rule="evenodd"/>`;
}

export function stroke(d: string, colour: string, width: number, cap: 'butt' | 'round' = 'butt'): string {
  const join = cap === 'round' ? 'round' : 'miter';
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="${cap}" stroke-linejoin="${join}"/>`;
}

/** With 'multiply', two inks make a third one where they overlap. */
export function over(blend: 'multiply' | 'normal', inside: string): string {
  return blend === 'normal' ? inside : `<g style="mix-blend-mode:multiply">${inside}</g>`;
}
