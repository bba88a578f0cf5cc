import { createTestPool, type TestDatabase } from '../database.ts'
import { TcpProxy } from './tcpProxy.ts'

/** A database behind an address that can move to another server, like a virtual address or a load balancer. */
export interface ProxiedDatabase extends TestDatabase {
  /** Redirects the address to the same database of another server. */
  moveTo(connectionString: string): void
}

export async function startProxiedDatabase(direct: string): Promise<ProxiedDatabase> {
  const proxy = await TcpProxy.start(targetOf(direct))
  const connectionString = throughProxy(direct, proxy)
  const pool = createTestPool(connectionString)
  const drop = async () => {
    await pool.end()
    proxy.stop()
  }
  return { pool, connectionString, moveTo: (other) => proxy.lead(targetOf(other)), drop }
}

export function targetOf(connectionString: string) {
  const { hostname, port, searchParams } = new URL(connectionString)
  const folder = searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.5432` } : { host: hostname, port: Number(port || 5432) }
}

export function throughProxy(connectionString: string, proxy: TcpProxy): string {
  const through = new URL(connectionString)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(proxy.port)
  return through.href
}
