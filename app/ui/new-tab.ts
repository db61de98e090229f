/** The id of the words that describe a link which opens in a new tab (app/root.tsx). */
export const NEW_TAB = 'new-tab';

export const newTab = { target: '_blank', rel: 'noopener noreferrer', 'aria-describedby': NEW_TAB } as const;
