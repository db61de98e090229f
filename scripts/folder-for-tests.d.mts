export function folderForTests(): string;
