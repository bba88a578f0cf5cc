/** The name of a recording: its path without the ending of its form. */
export const logName = (path: string): string => path.replace(/(\.(mcap|db3|bag|zst|active))+$/i, '')
