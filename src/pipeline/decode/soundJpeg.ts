import { JpegHead, type WholeScan } from './jpegHead.ts'
import { ScanReader } from './scanReader.ts'

const SCAN = 0xda
const END_OF_IMAGE = 0xd9
const FIRST_RESTART = 0xd0

/**
 * Whether it is a usual JPEG (baseline, one scan) with all blocks present and decodable. Only invalid codes can break
 * its pixels: they are read to the end as libjpeg does, without computing the pixels. false: it is broken, or unusual,
 * and only a decoder can decide.
 */
export function isSoundJpeg(data: Buffer): boolean {
  const head = new JpegHead()
  for (let at = 2; at + 4 <= data.length && data[at] === 0xff; ) {
    const marker = data[at + 1]
    const end = at + 2 + data.readUInt16BE(at + 2)
    if (end < at + 4 || end > data.length) return false
    const content = data.subarray(at + 4, end)
    if (marker === SCAN) {
      const scan = head.scan(content)
      return scan !== null && isWhole(scan, new ScanReader(data, end))
    }
    if (!head.take(marker, content)) return false
    at = end
  }
  return false
}

function isWhole({ blocks, units, restartInterval }: WholeScan, reader: ScanReader): boolean {
  for (let unit = 0; unit < units; unit++) {
    const restarts = restartInterval > 0 && unit > 0 && unit % restartInterval === 0
    if (restarts && !reader.marker(FIRST_RESTART + ((unit / restartInterval - 1) & 7))) return false
    for (const { dc, ac } of blocks) if (!reader.block(dc, ac)) return false
  }
  return reader.marker(END_OF_IMAGE)
}
