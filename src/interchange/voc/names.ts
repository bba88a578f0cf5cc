import { xmlSafe } from '../xml/writeXml.ts'

/** labelmap.txt parts its columns by colons and its rows by line ends. */
export const vocName = (name: string): string => xmlSafe(name).replace(/[:\r\n]/g, '_')
