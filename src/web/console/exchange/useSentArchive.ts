import { useState } from 'react'
import { zipNames } from './zipNames.ts'

interface Sent {
  file: File
  /** The names of its entries; null if it is not a ZIP file, undefined while they are read. */
  names: string[] | null | undefined
}

/** The archive that a person chose, and the names in it. */
export function useSentArchive() {
  const [sent, setSent] = useState<Sent | null>(null)
  const take = async (file: File) => {
    setSent({ file, names: undefined })
    const names = await zipNames(file)
    // Another one may have been chosen meanwhile.
    setSent((now) => (now?.file === file ? { file, names } : now))
  }
  return { file: sent?.file ?? null, names: sent?.names, take }
}
