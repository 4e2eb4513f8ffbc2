import type { OwnEndpoint } from '#scripting'

const defaultDatabasePort = 5432

/** The port of the service on every address of this machine, and that of an external database. */
export function ownEndpoints(port: number, databaseUrl: string | null): OwnEndpoint[] {
  const url = databaseUrl === null ? null : URL.parse(databaseUrl)
  if (!url || url.hostname === '') return [{ port }]
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return [{ port }, { host, port: Number(url.port || defaultDatabasePort) }]
}
