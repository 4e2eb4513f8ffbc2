import Type from 'typebox'
import { operationsOf } from './row.ts'

const operation = operationsOf('Static IPs')
const plainText = 'text/plain; charset=utf-8'
const Addresses = Type.Array(Type.String())
const AddressesByRegion = Type.Record(Type.String(), Addresses)

/** The addresses requests come from, as configured by the operator; the same for every caller. */
export const staticIpOperations = {
  listStaticIps: operation('GET /v1/static-ips', {
    summary: 'List the IPv4 addresses checks come from; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Addresses },
  }),
  listStaticIpsByRegion: operation('GET /v1/static-ips-by-region', {
    summary: 'List the IPv4 addresses checks come from by region; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: AddressesByRegion },
  }),
  readStaticIpsText: operation('GET /v1/static-ips.txt', {
    summary: 'List the IPv4 addresses checks come from, one a line; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, contentType: plainText },
  }),
  listStaticIpv6s: operation('GET /v1/static-ipv6s', {
    summary: 'List the IPv6 ranges checks come from; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Addresses },
  }),
  listStaticIpv6sByRegion: operation('GET /v1/static-ipv6s-by-region', {
    summary: 'List the IPv6 ranges checks come from by region; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: AddressesByRegion },
  }),
  readStaticIpv6sText: operation('GET /v1/static-ipv6s.txt', {
    summary: 'List the IPv6 ranges checks come from, one a line; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, contentType: plainText },
  }),
} as const
