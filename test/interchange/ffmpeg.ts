import { execFileSync } from 'node:child_process'

/** The program of FFMPEG, of the path, or of Python's imageio-ffmpeg; null where there is none, and tests skip. */
export const FFMPEG: string | null = findFfmpeg()

function findFfmpeg(): string | null {
  const asked = process.env.FFMPEG
  for (const program of asked ? [asked] : ['ffmpeg', ofPython()]) {
    if (program !== null && isThere(program)) return program
  }
  return null
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function ofPython(): string | null {
  try {
    const code = 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())'
    return execFileSync(process.env.FIDUCIAL_PYTHON ?? 'python3', ['-c', code], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}
