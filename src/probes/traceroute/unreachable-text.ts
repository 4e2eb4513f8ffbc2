import type { IpFamily } from '#egress'

const texts: Readonly<Record<IpFamily, Readonly<Record<string, string>>>> = {
  IPv4: {
    '3/0': 'it has no route to the network',
    '3/1': 'the host does not answer in its network',
    '3/2': 'the host does not know the protocol',
    '3/3': 'the port is closed',
    '3/9': 'it forbids traffic to the network',
    '3/10': 'it forbids traffic to the host',
    '3/13': 'it forbids this traffic',
  },
  IPv6: {
    '1/0': 'it has no route',
    '1/1': 'it forbids this traffic',
    '1/3': 'the host does not answer in its network',
    '1/4': 'the port is closed',
    '1/5': 'it forbids the source address',
    '1/6': 'it rejects the route',
  },
}

/** Why a route ends at a router (RFC 792, RFC 1812, RFC 4443), as the end of a sentence. */
export function unreachableText(
  { address, icmp }: { readonly address: string; readonly icmp: string },
  family: IpFamily,
): string {
  const [type = '', code = ''] = icmp.split('/')
  return `${address} answered that ${texts[family][icmp] ?? 'it is unreachable'} (ICMP type ${type}, code ${code})`
}
