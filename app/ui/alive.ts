/** The event of the document that says: the page's scripts have taken it over, what is clicked is answered. */
export const ALIVE = 'clubroom:alive';
