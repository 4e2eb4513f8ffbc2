import { networkInterfaces } from 'node:os'

/** Where the service or its database listens; without a host: on every address of this machine. */
export interface OwnEndpoint {
  readonly host?: string
  readonly port: number
}

/** Whether an address and port belong to the service. */
export const isOwnEndpoint = (
  { address, port }: { readonly address: string; readonly port: number },
  endpoints: readonly OwnEndpoint[],
): boolean =>
  endpoints.some((own) => own.port === port && (own.host === undefined ? isThisMachine(address) : own.host === address))

function isThisMachine(address: string): boolean {
  if (address.startsWith('127.') || address === '::1' || address === '0.0.0.0' || address === '::') return true
  return Object.values(networkInterfaces()).some((rows) => rows?.some((row) => row.address === address))
}
