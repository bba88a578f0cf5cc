/** The content of a delivered PCD, read independently from the documented layout. */
export interface LabelledCloud {
  header: ReadonlyMap<string, string>
  /** The characters of x, y and z of each point, in the file's order. */
  places: string[]
  labelKeys: number[]
}

/** @throws Error for a file that is not laid out as the specification says (2.12) */
export function readLabelledCloud(bytes: Uint8Array): LabelledCloud {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')
  const header = new Map<string, string>()
  let at = 0
  for (; !header.has('DATA'); at++) {
    const line = lines[at]
    if (line === undefined) throw new Error('there is no DATA')
    if (line.startsWith('#')) continue
    const [name, ...values] = line.split(' ')
    header.set(name, values.join(' '))
  }
  if (header.get('DATA') !== 'ascii') throw new Error('the result is not ascii')
  if (header.get('FIELDS') !== 'x y z label_key') throw new Error(`fields are ${header.get('FIELDS')}`)
  const places: string[] = []
  const labelKeys: number[] = []
  const count = Number(header.get('POINTS'))
  for (const line of lines.slice(at, at + count)) {
    const values = line.split(' ')
    if (values.length !== 4 || !/^\d+$/.test(values[3])) throw new Error(`no labelled point: ${line}`)
    places.push(values.slice(0, 3).join(' '))
    labelKeys.push(Number(values[3]))
  }
  if (places.length !== count || lines.slice(at + count).join('') !== '') throw new Error('points are missing, or more')
  return { header, places, labelKeys }
}
