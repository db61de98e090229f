export interface Trouble {
  name: string;
  messages: string[];
  /** At the second go. */
  passed: boolean;
}
export function troublesOf(vitest: unknown, playwright: unknown): Trouble[];
export function describeTrouble(trouble: Trouble): string;
