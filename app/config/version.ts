import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;

/** 'YYYY-MM-DD' */
export const RELEASED_ON: string = manifest.releasedOn;
