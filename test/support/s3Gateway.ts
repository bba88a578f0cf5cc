import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { until } from './apiClient.ts'

const PROGRAM = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'versitygw'))
  .find((file) => existsSync(file))

/** Why tests that need it are left out. */
export const gatewaySkip =
  !PROGRAM && 'versitygw is not installed (go install github.com/versity/versitygw/cmd/versitygw@v1.8.0)'

/** An S3 server that others wrote, over a folder; it has one bucket. */
export class S3Gateway {
  readonly endpoint: string
  readonly #child: ChildProcess
  static readonly bucket = 'files'

  private constructor(endpoint: string, child: ChildProcess) {
    this.endpoint = endpoint
    this.#child = child
  }

  static async start(folder: string): Promise<S3Gateway> {
    mkdirSync(join(folder, S3Gateway.bucket), { recursive: true })
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const address = probe.address()
    const port = typeof address === 'object' && address ? address.port : 0
    probe.close()
    await once(probe, 'close')
    const args = ['--port', `127.0.0.1:${port}`, '--access', 'operator', '--secret', 'a secret key', 'posix', folder]
    const child = spawn(PROGRAM ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000)
    })
    const endpoint = `http://127.0.0.1:${port}`
    await until(async () => {
      assert.equal(child.exitCode, null, said)
      return fetch(endpoint).then(
        () => true,
        () => null,
      )
    })
    return new S3Gateway(endpoint, child)
  }

  /** Settings of a service that stores under this prefix. */
  settings(): Record<string, string> {
    return {
      S3_ENDPOINT: this.endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'operator',
      S3_SECRET_ACCESS_KEY: 'a secret key',
    }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    if (this.#child.exitCode === null) await once(this.#child, 'exit')
  }
}
