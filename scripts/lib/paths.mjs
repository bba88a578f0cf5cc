import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The scripts run on the machine's own Node (20 or newer) before anything is installed: builtins only.

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const fromRoot = (...parts) => join(ROOT, ...parts)

/** The real binary, not the link in .bin: neither a shell nor a wrapper may come between a signal and the service. */
export const RUNTIME = fromRoot('node_modules', 'node', 'bin', 'node')

/** Where Node keeps what it made of our TypeScript: without it every start takes the types out of all files again. */
export const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? fromRoot('.cache', 'compile')
