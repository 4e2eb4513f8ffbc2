/** A host with its port, from `host:port`, `scheme://host:port/path` or an address in brackets. */
export interface Target {
  readonly scheme: string
  readonly hostname: string
  readonly port: number | null
}

const form =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?(?:[^/@]*@)?(\[[^\]]{1,100}\]|[^/:?#[\]]{1,300}|[\da-f:]{3,100})(?::(\d{1,5}))?(?:[/?#][^]*)?$/i

/** Null for a text that names no host. */
export function targetOf(text: string): Target | null {
  if (text.length > 4000) return null
  const [, scheme = '', host, port] = form.exec(text.trim()) ?? []
  if (host === undefined) return null
  const number = port === undefined ? null : Number(port)
  if (number !== null && (number < 1 || number > 65_535)) return null
  return { scheme: scheme.toLowerCase(), hostname: host.replaceAll(/^\[|\]$/g, ''), port: number }
}
