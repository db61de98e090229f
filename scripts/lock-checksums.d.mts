export function withoutChecksum(
  packages: Record<
    string,
    { integrity?: string | undefined; link?: boolean | undefined; os?: string | string[] | undefined }
  >,
): string[];
