import ipaddr from 'ipaddr.js'
import type { IpFamily } from '#egress'
import { addressFamilies } from './socket-options.ts'

/** The largest structure of an address. */
export const maxAddressBytes = 28

/** The system's structure of an address, and of a port where there is one. */
export function socketAddress(address: string, port = 0): Buffer {
  const parsed = ipaddr.parse(address)
  const family: IpFamily = parsed.kind() === 'ipv4' ? 'IPv4' : 'IPv6'
  const bytes = Buffer.alloc(family === 'IPv4' ? 16 : maxAddressBytes)
  bytes.writeUInt16LE(addressFamilies[family], 0)
  bytes.writeUInt16BE(port, 2)
  bytes.set(parsed.toByteArray(), family === 'IPv4' ? 4 : 8)
  return bytes
}

/** The address in a structure of the system; null for families other than IP. */
export function readSocketAddress(bytes: Buffer): { readonly address: string; readonly port: number } | null {
  const family = bytes.readUInt16LE(0)
  const port = bytes.readUInt16BE(2)
  if (family === addressFamilies.IPv4) return { address: addressOf(bytes.subarray(4, 8)), port }
  if (family === addressFamilies.IPv6) return { address: addressOf(bytes.subarray(8, 24)), port }
  return null
}

const addressOf = (bytes: Buffer): string => ipaddr.fromByteArray([...bytes]).toString()
