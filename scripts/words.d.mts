export function compareWords(): { unread: string[]; gone: string[] };
