/** The addresses that requests of one public location come from: IPv4 addresses, and IPv6 ranges in CIDR form. */
export interface RegionAddresses {
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
}

/** By region code; locations without configured addresses are absent. */
export type StaticAddresses = Readonly<Record<string, RegionAddresses>>
