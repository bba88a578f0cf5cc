import type { SourceFile } from '../layout.ts'

/** The files of one drive, by the number of their frame. */
export interface DriveFiles {
  /** With `/` at its end; empty where the source is the drive. */
  folder: string
  clouds: Map<string, SourceFile>
  oxts: Map<string, SourceFile>
  /** By camera, such as `image_02`. */
  images: Map<string, Map<string, SourceFile>>
}

const FILE = /^(.*\/)?(velodyne_points|oxts|image_0[0-3])\/data\/(\d{10})\.(bin|txt|png|jpe?g)$/
const ENDINGS: Readonly<Record<string, RegExp>> = { velodyne_points: /^bin$/, oxts: /^txt$/ }

/** Drives in the order of their folders: those with a cloud, a picture or a pose by its frame's number. */
export function driveFiles(files: readonly SourceFile[]): DriveFiles[] {
  const drives = new Map<string, DriveFiles>()
  for (const file of files) {
    const found = FILE.exec(file.path)
    if (!found) continue
    const [, folder = '', kind, stem, ending] = found
    const drive = drives.get(folder) ?? { folder, clouds: new Map(), oxts: new Map(), images: new Map() }
    drives.set(folder, drive)
    if (!(ENDINGS[kind] ?? /^(png|jpe?g)$/).test(ending)) continue
    if (kind === 'velodyne_points') drive.clouds.set(stem, file)
    else if (kind === 'oxts') drive.oxts.set(stem, file)
    else {
      const images = drive.images.get(kind) ?? new Map<string, SourceFile>()
      drive.images.set(kind, images.set(stem, file))
    }
  }
  return [...drives.values()].filter(({ clouds, images }) => clouds.size > 0 || images.size > 0)
}
