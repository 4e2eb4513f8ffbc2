const initBytes = 32
const polynomial = 0x82f6_3b78

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value >>> 0
})

/** CRC-32C, which is the checksum of SCTP (RFC 9260, appendix A). */
function crc32c(bytes: Buffer): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffff_ffff) >>> 0
}

/** A request to open an association (RFC 9260, INIT), which every SCTP implementation answers. */
export function sctpInit(sourcePort: number, port: number, tag: number): Buffer {
  const bytes = Buffer.alloc(initBytes)
  bytes.writeUInt16BE(sourcePort, 0)
  bytes.writeUInt16BE(port, 2)
  bytes.writeUInt8(1, 12)
  bytes.writeUInt16BE(initBytes - 12, 14)
  bytes.writeUInt32BE(tag, 16)
  bytes.writeUInt32BE(65_536, 20)
  bytes.writeUInt16BE(1, 24)
  bytes.writeUInt16BE(1, 26)
  bytes.writeUInt32BE(tag, 28)
  bytes.writeUInt32LE(crc32c(bytes), 8)
  return bytes
}
