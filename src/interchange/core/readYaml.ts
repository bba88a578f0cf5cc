import { parse, YAMLParseError } from 'yaml'
import { ImportError, type SentArchive } from './reader.ts'

/** Descriptions of data sets are short, and a YAML text grows as it is parsed. */
const MAX_YAML_BYTES = 4 * 1024 * 1024

/** Reads a YAML entry, aliases bounded. @throws ImportError that names the entry and the line */
export async function readYaml(archive: SentArchive, name: string): Promise<unknown> {
  const text = await archive.readText(name, MAX_YAML_BYTES)
  try {
    return parse(text, { maxAliasCount: 100, logLevel: 'error' })
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    const message = error instanceof Error ? error.message : String(error)
    throw new ImportError({ file: name, ...(line && { line }), type: 'INVALID_VALUE' }, `${name}: ${message}`)
  }
}
