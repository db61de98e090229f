/** A raw colour of tokens.css, light and dark: for what is no style sheet of this site, or cannot read one. */
export interface ThemeColour {
  light: string;
  dark: string;
}

export const PAPER: ThemeColour = { light: '#fbf8f1', dark: '#10131a' };
export const PAPER_SHADED: ThemeColour = { light: '#f1ebdd', dark: '#1d222e' };
export const PAPER_BRIGHT: ThemeColour = { light: '#ffffff', dark: '#161a24' };
export const INK: ThemeColour = { light: '#15171c', dark: '#f3eee3' };
export const LINE_STRONG: ThemeColour = { light: '#857d6e', dark: '#7f8592' };
export const RED: ThemeColour = { light: '#a3121f', dark: '#ff9a92' };
