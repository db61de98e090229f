/** How long officers can bring back what they removed. */
export const TRASH_DAYS = 30;
