/** The number of names that are read; the first ones show the format. */
const MAX_NAMES = 20_000
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const END_SIGNATURE = 0x06054b50
const END64_LOCATOR_SIGNATURE = 0x07064b50
const ENTRY_SIGNATURE = 0x02014b50
const IN_ZIP64 = 0xffffffff

/** Names of the entries of a ZIP file, from its directory only; null if it is not a ZIP file. It unpacks nothing. */
export async function zipNames(file: Blob): Promise<string[] | null> {
  const tailStart = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await viewOf(file, tailStart, file.size)
  let end = tail.byteLength - END_BYTES
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end--
  if (end < 0) return null
  const place = await directoryOf(file, tail, end)
  if (!place || place.start + place.bytes > file.size) return null
  return namesIn(await viewOf(file, place.start, place.start + Math.min(place.bytes, MAX_DIRECTORY_BYTES)))
}

const viewOf = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer())

async function directoryOf(file: Blob, tail: DataView, end: number): Promise<{ start: number; bytes: number } | null> {
  const bytes = tail.getUint32(end + 12, true)
  const start = tail.getUint32(end + 16, true)
  if (start !== IN_ZIP64 && bytes !== IN_ZIP64) return { start, bytes }
  const locator = end - 20
  if (locator < 0 || tail.getUint32(locator, true) !== END64_LOCATOR_SIGNATURE) return null
  const end64 = Number(tail.getBigUint64(locator + 8, true))
  if (end64 + 56 > file.size) return null
  const record = await viewOf(file, end64, end64 + 56)
  return { start: Number(record.getBigUint64(48, true)), bytes: Number(record.getBigUint64(40, true)) }
}

function namesIn(directory: DataView): string[] {
  const names: string[] = []
  for (let at = 0; at + 46 <= directory.byteLength && names.length < MAX_NAMES; ) {
    if (directory.getUint32(at, true) !== ENTRY_SIGNATURE) break
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true))
    const stop = Math.min(at + 46 + nameBytes, directory.byteLength)
    names.push(new TextDecoder().decode(directory.buffer.slice(at + 46, stop)))
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return names
}
