import Type from 'typebox'
import { operation } from './row.ts'

const tag = 'Static IPs'
const plainText = 'text/plain; charset=utf-8'
const Addresses = Type.Array(Type.String())
const AddressesByRegion = Type.Record(Type.String(), Addresses)

/** The addresses requests come from, as configured by the operator; the same for every caller. */
export const staticIpOperations = {
  listStaticIps: operation({
    method: 'GET',
    path: '/v1/static-ips',
    tag,
    summary: 'List the IPv4 addresses checks come from; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Addresses },
    faults: [],
  }),
  listStaticIpsByRegion: operation({
    method: 'GET',
    path: '/v1/static-ips-by-region',
    tag,
    summary: 'List the IPv4 addresses checks come from by region; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: AddressesByRegion },
    faults: [],
  }),
  readStaticIpsText: operation({
    method: 'GET',
    path: '/v1/static-ips.txt',
    tag,
    summary: 'List the IPv4 addresses checks come from, one a line; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, contentType: plainText },
    faults: [],
  }),
  listStaticIpv6s: operation({
    method: 'GET',
    path: '/v1/static-ipv6s',
    tag,
    summary: 'List the IPv6 ranges checks come from; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Addresses },
    faults: [],
  }),
  listStaticIpv6sByRegion: operation({
    method: 'GET',
    path: '/v1/static-ipv6s-by-region',
    tag,
    summary: 'List the IPv6 ranges checks come from by region; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: AddressesByRegion },
    faults: [],
  }),
  readStaticIpv6sText: operation({
    method: 'GET',
    path: '/v1/static-ipv6s.txt',
    tag,
    summary: 'List the IPv6 ranges checks come from, one a line; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, contentType: plainText },
    faults: [],
  }),
} as const
