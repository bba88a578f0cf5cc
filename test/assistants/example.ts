import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'assistants')

/** Starts an example on a free port, and answers where it listens. */
async function started(command: string, file: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(command, [join(EXAMPLES, file), '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0]
    if (url) return { url, child }
  }
  throw new Error(`${file} did not start`)
}

export async function withExample(command: string, file: string, use: (url: string) => Promise<void>): Promise<void> {
  const { url, child } = await started(command, file)
  try {
    await use(url)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}
