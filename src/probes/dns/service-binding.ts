import ipaddr from 'ipaddr.js'

/** How the value of a parameter is written (RFC 9460 14.3.2). Null: the bytes are no such value. */
type Write = (value: Buffer) => string | null

const maxLabelLength = 63

const text: Write = (value) => escapeText(value, /\\/g)

const parameters: readonly { readonly name: string; readonly write: Write }[] = [
  {
    name: 'mandatory',
    write: (value) =>
      partsOf(value, 2)
        ?.map((part) => nameOf(part.readUInt16BE(0)))
        .join(',') ?? null,
  },
  {
    name: 'alpn',
    write: (value) =>
      stringsOf(value)
        ?.map((part) => escapeText(part, /[\\,]/g))
        .join(',') ?? null,
  },
  { name: 'no-default-alpn', write: text },
  { name: 'port', write: (value) => (value.length === 2 ? String(value.readUInt16BE(0)) : null) },
  { name: 'ipv4hint', write: (value) => addressesOf(value, 4) },
  { name: 'ech', write: (value) => value.toString('base64') },
  { name: 'ipv6hint', write: (value) => addressesOf(value, 16) },
  { name: 'dohpath', write: text },
  { name: 'ohttp', write: text },
]

const nameOf = (key: number): string => parameters[key]?.name ?? `key${key}`

/**
 * The data of an HTTPS or SVCB record in presentation form (RFC 9460 2.1), for example `1 . alpn="h3,h2"`. Null when the
 * bytes are not such a record.
 */
export function presentServiceBinding(data: Buffer): string | null {
  if (data.length < 3) return null
  const target = readName(data, 2)
  const written = target && presentParameters(data, target.end)
  return written && [String(data.readUInt16BE(0)), target.name, ...written].join(' ')
}

/** Names in this record are never compressed. */
function readName(data: Buffer, from: number): { readonly name: string; readonly end: number } | null {
  const labels: string[] = []
  let at = from
  for (let length = data[at]; length !== 0; length = data[at]) {
    if (length === undefined || length > maxLabelLength) return null
    labels.push(escapeText(data.subarray(at + 1, at + 1 + length), /[\\.]/g))
    at += 1 + length
  }
  return { name: `${labels.join('.')}.`, end: at + 1 }
}

function presentParameters(data: Buffer, from: number): string[] | null {
  const written: string[] = []
  let at = from
  while (at < data.length) {
    const start = at + 4
    if (start > data.length) return null
    const end = start + data.readUInt16BE(at + 2)
    const presented = end > data.length ? null : presentParameter(data.readUInt16BE(at), data.subarray(start, end))
    if (presented === null) return null
    written.push(presented)
    at = end
  }
  return written
}

function presentParameter(key: number, value: Buffer): string | null {
  if (value.length === 0) return nameOf(key)
  const written = (parameters[key]?.write ?? text)(value)
  return written === null ? null : `${nameOf(key)}="${written.replaceAll('"', '\\"')}"`
}

/** Splits bytes into parts of one size. Null when there is a remainder. */
function partsOf(value: Buffer, size: number): Buffer[] | null {
  if (value.length % size !== 0) return null
  return Array.from({ length: value.length / size }, (_, index) => value.subarray(index * size, (index + 1) * size))
}

/** Strings that are each preceded by their length. */
function stringsOf(value: Buffer): Buffer[] | null {
  const strings: Buffer[] = []
  let at = 0
  for (let length = value[at]; length !== undefined; length = value[at]) {
    const end = at + 1 + length
    if (end > value.length) return null
    strings.push(value.subarray(at + 1, end))
    at = end
  }
  return strings
}

const addressesOf = (value: Buffer, size: number): string | null =>
  partsOf(value, size)
    ?.map((part) => ipaddr.fromByteArray([...part]).toString())
    .join(',') ?? null

const nothing = /(?!)/g

/** Text of bytes as zone files have it: backslash before `special`, `\DDD` for what is not printable (RFC 1035 5.1). */
export function escapeText(bytes: Buffer, special: RegExp = nothing): string {
  const escaped = bytes.toString('latin1').replace(special, (character) => `\\${character}`)
  return escaped.replaceAll(/[^\u0020-\u007e]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)
}
