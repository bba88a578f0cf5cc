/** A file of this machine with its path in the folder that was chosen or dropped. */
export interface ChosenFile {
  name: string
  file: File
}

/** Files of an input; below a chosen folder, with their paths in it. Hidden files stay here. */
export const filesOfInput = (list: FileList): ChosenFile[] =>
  [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file })).filter(isShown)

/** Dropped files, and those in dropped folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  // All must be taken before the first wait: the browser empties the list after the event. What comes from another
  // program, not from a file system, is no entry but can be a file.
  const taken = [...transfer.items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  const files = await Promise.all(
    taken
      .filter((one) => one !== null)
      .map((one) => (one instanceof File ? [{ name: one.name, file: one }] : filesIn(one))),
  )
  return files.flat().filter(isShown)
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ name: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const files: ChosenFile[] = []
  // A reader gives at most 100 entries at a time and ends with none.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return files
    for (const one of entries) files.push(...(await filesIn(one)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isShown = ({ name }: ChosenFile): boolean => !name.split('/').some((part) => part.startsWith('.'))
